// The local edge: the project's Worker in real workerd, with the bindings that wrangler.toml declares.
//     node scripts/edge/host.mjs [--port 8787] [--persist-to DIR] [--var KEY:VALUE]... [--root DIR]
import { parseArgs } from 'node:util';
import path from 'node:path';
import { Edge } from './edge.mjs';
import { watch } from './watch.mjs';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    'persist-to': { type: 'string', default: '.wrangler/state/v3' },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    var: { type: 'string', multiple: true, default: [] },
  },
});

function overrides(pairs) {
  return Object.fromEntries(
    pairs.map((pair) => {
      const colon = pair.indexOf(':');
      if (colon < 1) throw new Error(`--var ${pair}: expected KEY:VALUE`);
      return [pair.slice(0, colon), pair.slice(colon + 1)];
    }),
  );
}

const edge = new Edge({
  root: path.resolve(values.root),
  port: Number(values.port),
  persistTo: path.resolve(values.root, values['persist-to']),
  overrides: overrides(values.var),
  upstream: process.env.EDGE_AI_UPSTREAM,
  loopbackOnly: Boolean(process.env.EDGE_LOOPBACK_ONLY),
  neighbour: process.env.EDGE_NEIGHBOUR,
  onMiniflare: takeSignals, // Miniflare's own handlers end this process without waiting for workerd to end
});

let stopping;
function stop(code) {
  stopping ??= edge.stop().finally(() => process.exit(code));
}
function takeSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal).on(signal, () => stop(0));
}
takeSignals();
// Whoever started the edge holds the other end: if it dies without a word, so does the edge.
if (process.env.EDGE_STOP_WITH_STDIN) process.stdin.on('end', () => stop(0)).resume();

try {
  await edge.start();
  await watch(edge);
} catch (error) {
  if (!stopping) console.error(`The local edge could not start: ${error.message}`);
  stop(1);
}
