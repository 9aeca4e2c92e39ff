// Takes a saved file into the running Worker: src/ is reloaded, content/ is built into the catalog first, all else starts a new isolate.
// public/ too: workerd would serve a changed file under the ETag of the old one, and a browser would be told that nothing changed.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import chokidar from 'chokidar';

/** Editors write a file in several steps, and a formatter touches many at once. */
const SETTLE_MS = 80;

const WATCHED = ['src', 'content', 'public', 'migrations', 'wrangler.toml', '.dev.vars'];

const run = promisify(execFile);

// In the order in which several changes at once are handled.
const ACTIONS = {
  content: (edge) => buildCatalog(edge.root),
  configuration: (edge) => edge.reconfigure(),
  source: (edge) => edge.reload(),
};

function kindOf(file) {
  const [top] = file.split(path.sep);
  return { src: 'source', content: 'content' }[top] ?? 'configuration';
}

function isNoise(file) {
  const name = path.basename(file);
  return name === '__pycache__' || name.startsWith('.#') || name.endsWith('~') || name.endsWith('.swp');
}

/** Watches the project of `edge`; resolves, once every folder is watched, with a function that ends it. */
export async function watch(edge) {
  const pending = new Set();
  let timer;
  let working = Promise.resolve();
  const watcher = chokidar.watch(WATCHED, { cwd: edge.root, ignoreInitial: true, ignored: isNoise });
  watcher.on('all', (event, file) => {
    if (event.endsWith('Dir')) return;
    pending.add(kindOf(file));
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(() => handle(edge, pending));
    }, SETTLE_MS);
  });
  await new Promise((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

async function handle(edge, pending) {
  const kinds = Object.keys(ACTIONS).filter((kind) => pending.delete(kind));
  // A new isolate reads src/ anyway.
  for (const kind of kinds.includes('configuration') ? kinds.filter((kind) => kind !== 'source') : kinds) {
    try {
      await ACTIONS[kind](edge);
    } catch (error) {
      console.error(error.stderr?.trim() || error.message);
      console.error('Still serving the last version that worked.');
    }
  }
}

// The build writes the catalog into src/, and that starts the reload.
async function buildCatalog(root) {
  const script = path.join(root, 'scripts/build_catalog');
  if (!fs.existsSync(script)) return;
  const { stdout } = await run(script, { cwd: root });
  console.log(stdout.trim());
}
