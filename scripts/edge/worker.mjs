// The Worker that workerd runs: the isolate's modules around Pyodide, with the project's files and bindings.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pack } from './isolate/archive.mjs';
import { mended } from './pyodide_fix.mjs';
import { collectSource, entrypointNames } from './project.mjs';

const HERE = import.meta.dirname;
const PYODIDE = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
/** What prepare.mjs made. */
const PREPARED = path.resolve(HERE, '../../.cache/edge');
/** Everything in workerd's module registry stands below this folder; the project's own JavaScript stands at its top, as in production. */
const REGISTRY = '/';
const OWN = '/~edge';
const BINDINGS = ['d1Databases', 'kvNamespaces', 'r2Buckets', 'ratelimits', 'hyperdrives', 'serviceBindings', 'assets'];
// The edge answers these itself; without a rule the assets would be asked first.
const EDGE_ROUTES = ['/__edge/load', '/__scheduled'];

const module = (type, name, contents) => ({ type, path: name, contents });
const text = (file) => fs.readFileSync(file, 'utf8');

function isolateModules() {
  const isolate = ['archive.mjs', 'entrypoints.mjs', 'loopback.mjs', 'python.mjs', 'wasm.mjs'].map((name) =>
    module('ESModule', `${OWN}/isolate/${name}`, text(path.join(HERE, 'isolate', name))),
  );
  return [
    ...isolate,
    module('Text', `${OWN}/isolate/runtime.py`, text(path.join(HERE, 'isolate/runtime.py'))),
    module('Data', `${OWN}/snapshot.bin`, fs.readFileSync(path.join(PREPARED, 'snapshot.bin'))),
    module('Data', `${OWN}/python_modules.bin`, fs.readFileSync(path.join(PREPARED, 'python_modules.bin'))),
    module('ESModule', `${OWN}/pyodide/pyodide.mjs`, text(path.join(PYODIDE, 'pyodide.mjs'))),
    module('ESModule', `${OWN}/pyodide/pyodide.asm.mjs`, mended(text(path.join(PYODIDE, 'pyodide.asm.mjs')))),
    module('CompiledWasm', `${OWN}/pyodide/pyodide.asm.wasm`, fs.readFileSync(path.join(PYODIDE, 'pyodide.asm.wasm'))),
    module('Data', `${OWN}/pyodide/python_stdlib.zip`, fs.readFileSync(path.join(PYODIDE, 'python_stdlib.zip'))),
    module('Text', `${OWN}/pyodide/pyodide-lock.json`, text(path.join(PYODIDE, 'pyodide-lock.json'))),
  ];
}

function mainModule(names) {
  const exported = names.filter((name) => name !== 'Default').map((name) => `export const ${name} = classes.${name};`);
  return [
    `import { entrypoints } from '.${OWN}/isolate/entrypoints.mjs';`,
    // As in production, a path is relative to the folder of the main module.
    `const classes = entrypoints(${JSON.stringify(names)}, (name) => import(name));`,
    ...exported,
    'export default classes.Default;',
  ].join('\n');
}

/**
 * The project's files as the isolate gets them. `archive` can be loaded into a running isolate; where `shape` has changed, it
 * needs a new one: the names of the classes, or JavaScript, which workerd reads once.
 */
export function bundleSource(project) {
  const files = collectSource(project.source, project.rules);
  const scripts = files.filter(([, type]) => type === 'ESModule');
  const names = [...new Set(['Default', ...entrypointNames(text(project.main))])];
  return {
    archive: pack(files.filter(([, type]) => type !== 'ESModule').map(([file, , bytes]) => [file, bytes])),
    names,
    scripts,
    shape: JSON.stringify([names, scripts.map(([file, , bytes]) => [file, bytes.toString()])]),
  };
}

/** Miniflare's options for a project and its bundle. */
export function workerOptions(project, bundle, { token, ai, loopbackOnly }) {
  const { options } = project;
  const bound = Object.fromEntries(BINDINGS.filter((kind) => options[kind]).map((kind) => [kind, options[kind]]));
  if (bound.assets) bound.assets = withEdgeRoutes(bound.assets);
  return {
    ...bound,
    ...(project.aiBinding && { ai: { binding: project.aiBinding, remoteProxyConnectionString: ai } }),
    name: project.name,
    bindings: { ...project.vars, EDGE_TOKEN: token, ...(loopbackOnly && { EDGE_LOOPBACK_ONLY: true }) },
    compatibilityDate: options.compatibilityDate,
    // Python is hosted here, not by workerd; Pyodide takes an isolate with Node's globals for Node.
    compatibilityFlags: [
      ...options.compatibilityFlags.filter((flag) => !flag.startsWith('python_')),
      'no_nodejs_compat',
      'no_nodejs_compat_v2',
    ],
    unsafeEvalBinding: 'EDGE_UNSAFE_EVAL',
    modulesRoot: REGISTRY,
    modules: [
      module('ESModule', '/worker.mjs', mainModule(bundle.names)),
      ...isolateModules(),
      ...bundle.scripts.map(([file, , bytes]) => module('ESModule', `/${file}`, bytes.toString())),
    ],
  };
}

function withEdgeRoutes(assets) {
  const first = assets.run_worker_first;
  return Array.isArray(first) ? { ...assets, run_worker_first: [...first, ...EDGE_ROUTES] } : assets;
}
