// Serves one of the Workers beside this file in workerd: node host.mjs NAME UPSTREAM
import fs from 'node:fs';
import path from 'node:path';
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare';

const [name, upstream] = process.argv.slice(2);
const module = (file) => ({
  type: 'ESModule',
  path: `/${file}`,
  contents: fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'),
});
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modulesRoot: '/',
    modules: [module(`${name}.mjs`), module('lines.mjs')],
    bindings: { UPSTREAM: upstream },
    compatibilityDate: '2026-11-17',
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.WARN),
  }),
);
console.log(`Ready on ${(await miniflare.ready).origin}`);
process.stdin.on('end', () => miniflare.dispose().finally(() => process.exit(0))).resume();
