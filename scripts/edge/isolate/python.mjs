// Python in the isolate: Pyodide is started once, the project's own modules are loaded as often as its files change.
import * as cloudflareSockets from 'cloudflare:sockets';
import * as cloudflareWorkers from 'cloudflare:workers';
import createPyodideModule from '../pyodide/pyodide.asm.mjs';
import { loadPyodide } from '../pyodide/pyodide.mjs';
import lockFile from '../pyodide/pyodide-lock.json';
import sitePackages from '../python_modules.bin';
import snapshot from '../snapshot.bin';
import { unpack } from './archive.mjs';
import { keepToThisMachine } from './loopback.mjs';
import runtimeSource from './runtime.py';
import { INDEX_URL, withBrowserGlobals } from './wasm.mjs';

// The folders of production: a path that a traceback or a `Path(__file__)` shows is the same there.
const PROJECT = '/session/metadata';
const SITE_PACKAGES = `${PROJECT}/python_modules`;

/** The paths of a traceback as they are in the project. */
const asInProject = (text) => text.replaceAll(`${SITE_PACKAGES}/`, 'python_modules/').replaceAll(`${PROJECT}/`, 'src/');

let pyodide;
let runtime;

function write(folder, archive) {
  const known = new Set();
  for (const [path, bytes] of unpack(archive)) {
    const target = `${folder}/${path}`;
    const parent = target.slice(0, target.lastIndexOf('/'));
    if (!known.has(parent)) {
      pyodide.FS.mkdirTree(parent);
      known.add(parent);
    }
    pyodide.FS.writeFile(target, bytes);
  }
}

// What the Workers SDK asks of its host: https://github.com/cloudflare/workerd/blob/main/src/pyodide/internal/python.ts
const patched = new WeakSet();
function patchWaitUntil(ctx) {
  if (Object.prototype.toString.call(ctx) !== '[object ExecutionContext]' || patched.has(ctx)) return;
  const waitUntil = ctx.waitUntil.bind(ctx);
  ctx.waitUntil = (awaitable) => waitUntil(settle(awaitable));
  patched.add(ctx);
}

async function settle(awaitable) {
  // Python destroys its argument when the call returns; the copy lives until the work is done.
  const kept = typeof awaitable?.copy === 'function' ? awaitable.copy() : awaitable;
  try {
    await kept;
  } catch (error) {
    console.error(`waitUntil: ${asInProject(error?.message ?? String(error)).trim()}`);
  } finally {
    kept?.destroy?.();
  }
}

const workersModule = new Proxy(cloudflareWorkers, {
  get: (module, name) => (name === 'waitUntil' ? (awaitable) => module.waitUntil(settle(awaitable)) : module[name]),
});

/** Starts Python with the site packages; `importModule` imports a JavaScript module of the project. */
export async function start(importModule) {
  if (cloudflareWorkers.env.EDGE_LOOPBACK_ONLY) keepToThisMachine();
  pyodide = await withBrowserGlobals(() =>
    loadPyodide({
      indexURL: INDEX_URL,
      _loadSnapshot: new Uint8Array(snapshot),
      createPyodideModule,
      lockFileContents: lockFile,
      stdout: (line) => console.log(line),
      stderr: (line) => console.error(asInProject(line)),
      env: { HOME: '/session' },
    }),
  );
  // Python's sockets, as production gives them to it: database drivers reach Hyperdrive through these.
  await pyodide._api.initializeNodeSockFS(cloudflareSockets.connect);
  pyodide.registerJsModule('_cloudflare_compat_flags', { python_request_headers_preserve_commas: true });
  pyodide.registerJsModule('_pyodide_entrypoint_helper', {
    cloudflareWorkersModule: workersModule,
    cloudflareSocketsModule: cloudflareSockets,
    doAnImport: importModule,
    patchWaitUntil,
  });
  write(SITE_PACKAGES, sitePackages);
  pyodide.FS.mkdirTree('/session/edge');
  pyodide.FS.writeFile('/session/edge/_edge_runtime.py', runtimeSource);
  pyodide.runPython('import sys; sys.path.append("/session/edge")');
  runtime = pyodide.pyimport('_edge_runtime');
  runtime.add_site_packages(SITE_PACKAGES);
}

/** Replaces the project's files and imports its entry again; returns the traceback, or nothing where it went well. */
export async function load(archive) {
  runtime.clear_project();
  write(PROJECT, archive);
  const mistake = await runtime.load_entry.callPromising();
  return mistake && asInProject(mistake);
}

/** An instance of the entrypoint class `name`, as the platform makes one for each invocation. */
export async function instantiate(name, ctx, env) {
  return runtime.instantiate.callPromising(name, ctx, env);
}

/** Calls a method of an instance; what it raises has been printed when this rejects. */
export async function call(instance, method, args) {
  return runtime.call.callPromising(instance, method, ...args);
}
