// Another Worker of the same account beside the project's, in JavaScript: it reaches the project through service bindings, and
// a D1 of the same id is the same database.
import fs from 'node:fs';
import path from 'node:path';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';

/** Miniflare's options for the Worker of a folder with a wrangler.toml; its main module imports no other file. */
export function neighbourOptions(folder) {
  const configPath = path.resolve(folder, 'wrangler.toml');
  const config = unstable_readConfig({ config: configPath });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  return {
    name: config.name,
    compatibilityDate: workerOptions.compatibilityDate,
    compatibilityFlags: workerOptions.compatibilityFlags,
    serviceBindings: workerOptions.serviceBindings,
    d1Databases: workerOptions.d1Databases,
    modulesRoot: '/',
    modules: [{ type: 'ESModule', path: '/worker.mjs', contents: fs.readFileSync(path.resolve(folder, config.main), 'utf8') }],
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
}
