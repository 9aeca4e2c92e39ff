// Does once what every start of the edge would do again: starts Python as far as it goes without the project, and compiles packages.
//     node scripts/edge/prepare.mjs PYTHON_MODULES OUT_DIR
import fs from 'node:fs';
import path from 'node:path';
import { loadPyodide } from 'pyodide';
import { pack } from './isolate/archive.mjs';

// What the Workers SDK and pydantic import of the standard library.
const STANDARD_LIBRARY = [
  ...['asyncio', 'base64', 'copy', 'dataclasses', 'datetime', 'decimal', 'email.message', 'enum', 'fractions', 'functools'],
  ...['hashlib', 'hmac', 'http.client', 'inspect', 'ipaddress', 'json', 'logging', 'pathlib', 're', 'site', 'traceback'],
  ...['typing', 'unicodedata', 'urllib.parse', 'uuid', 'zoneinfo'],
];

// With the hash of its source inside, unchecked: the files in the isolate have no times that could be compared.
const COMPILE = `
from pathlib import Path
from py_compile import PycInvalidationMode, compile

for source in Path("/packages").rglob("*.py"):
    name = source.relative_to("/packages")
    target = Path("/compiled", name.parent, "__pycache__", f"{name.stem}.cpython-314.pyc")
    target.parent.mkdir(parents=True, exist_ok=True)
    seen_as = f"/session/metadata/python_modules/{name}"
    compile(str(source), str(target), seen_as, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH, quiet=2)
`;

function filesUnder(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => [file, fs.readFileSync(path.join(folder, file))]);
}

async function writeSnapshot(file) {
  const python = await loadPyodide({ _makeSnapshot: true });
  python.runPython(`import ${STANDARD_LIBRARY.join(', ')}`);
  fs.writeFileSync(file, python.makeMemorySnapshot());
}

async function writePackages(packages, compiled, file) {
  const python = await loadPyodide();
  fs.mkdirSync(compiled);
  python.mountNodeFS('/packages', packages);
  python.mountNodeFS('/compiled', compiled);
  python.runPython(COMPILE);
  fs.writeFileSync(file, pack([...filesUnder(packages), ...filesUnder(compiled)]));
  fs.rmSync(compiled, { recursive: true });
}

const [packages, out] = process.argv.slice(2);
await writeSnapshot(path.join(out, 'snapshot.bin'));
await writePackages(packages, path.join(out, 'compiled'), path.join(out, 'python_modules.bin'));
