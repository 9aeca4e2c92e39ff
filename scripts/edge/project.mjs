// What the project says: the bindings of wrangler.toml, the vars and secrets, the files of src/.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { unstable_getMiniflareWorkerOptions, unstable_getVarsForDev, unstable_readConfig } from 'wrangler';

const SECRETS_MADE_LOCALLY = ['IP_HASH_SECRET'];
/** Where wrangler.toml says what a deployed Worker needs; .dev.vars and --var override these. */
const LOCAL_DEFAULTS = { MODEL_PROVIDER: 'demo' };

/** What wrangler.toml and .dev.vars declare, with `overrides` of vars on top; throws where wrangler refuses the file. */
export function readProject(root, overrides) {
  const configPath = path.join(root, 'wrangler.toml');
  const config = unstable_readConfig({ config: configPath });
  // The AI binding would ask for a login here; the edge has its own, see ai.mjs.
  const { workerOptions } = unstable_getMiniflareWorkerOptions({ ...config, ai: undefined });
  const declared = unstable_getVarsForDev(configPath, undefined, { ...config.vars, ...LOCAL_DEFAULTS }, undefined, true);
  const vars = Object.fromEntries(Object.entries(declared).map(([name, { value }]) => [name, value]));
  return {
    name: config.name,
    main: path.resolve(root, config.main),
    source: path.dirname(path.resolve(root, config.main)),
    rules: workerOptions.modulesRules,
    options: workerOptions,
    vars: { ...vars, ...overrides },
    aiBinding: config.ai?.binding,
    databases: config.d1_databases.map((database) => ({
      binding: database.binding,
      folder: path.resolve(root, database.migrations_dir ?? 'migrations'),
      table: database.migrations_table ?? 'd1_migrations',
    })),
  };
}

/** Makes the secrets that only this machine needs to know and that .dev.vars does not set; returns those it made. */
export function ensureLocalSecrets(root, vars, stateFolder) {
  const file = path.join(stateFolder, 'secrets.json');
  const known = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
  const made = [];
  for (const name of SECRETS_MADE_LOCALLY) {
    if (vars[name]) continue;
    if (!known[name]) {
      known[name] = randomBytes(32).toString('hex');
      made.push(name);
    }
    vars[name] = known[name];
  }
  if (made.length) {
    fs.mkdirSync(stateFolder, { recursive: true });
    fs.writeFileSync(file, JSON.stringify(known), { mode: 0o600 });
  }
  return { made, file: path.relative(root, file) };
}

/** The files under a folder that a module rule would upload: [[path in the folder, type, bytes]], sorted by path. */
export function collectSource(folder, rules) {
  const all = [{ type: 'PythonModule', include: ['**/*.py'] }, ...rules];
  const found = [];
  for (const file of fs.readdirSync(folder, { recursive: true }).sort()) {
    const full = path.join(folder, file);
    if (file.split(path.sep).includes('__pycache__') || !fs.statSync(full).isFile()) continue;
    const rule = all.find(({ include }) => include.some((glob) => path.matchesGlob(file, glob)));
    if (rule) found.push([file, rule.type, fs.readFileSync(full)]);
  }
  return found;
}

/** The names of the entrypoint classes that a Python source defines. */
export function entrypointNames(source) {
  return [...source.matchAll(/^class\s+(\w+)\s*\(\s*(?:workers\.)?WorkerEntrypoint\s*\)/gm)].map(([, name]) => name);
}
