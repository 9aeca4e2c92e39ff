import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from 'miniflare';
import { startAi } from './ai.mjs';
import { migrate } from './migrations.mjs';
import { neighbourOptions } from './neighbour.mjs';
import { ensureLocalSecrets, readProject } from './project.mjs';
import { bundleSource, workerOptions } from './worker.mjs';

const say = (line) => console.log(line);
const complain = (line) => console.error(line);

/** One running Worker and the files that it was made from. */
export class Edge {
  #settings;
  #token = randomBytes(16).toString('hex');
  #miniflare;
  #ai;
  #project;
  #shape;
  #serving = false;
  #port;

  /** settings: {root, port (0: any that is free), persistTo, overrides, upstream, neighbour, onMiniflare}. */
  constructor(settings) {
    this.#settings = settings;
    this.#port = settings.port;
  }

  get root() {
    return this.#settings.root;
  }

  get source() {
    return this.#project.source;
  }

  /** Starts workerd and the Worker in it, and says when it is ready. Rejects where that cannot be mended by saving a file. */
  async start() {
    await assertFree(this.#port);
    this.#ai = await startAi(this.#settings.upstream);
    this.#project = this.#read();
    const bundle = bundleSource(this.#project);
    this.#miniflare = new Miniflare(this.#options(this.#project, bundle));
    this.#settings.onMiniflare();
    this.#port = Number((await this.#miniflare.ready).port); // 0 asked for any
    await this.#migrate();
    this.#shape = bundle.shape;
    await this.#load(bundle);
  }

  /** Takes a change of src/ into the running Worker; a mistake leaves the last good one serving. */
  async reload() {
    const bundle = bundleSource(this.#project);
    if (bundle.shape === this.#shape) return this.#load(bundle);
    return this.#replace(this.#project, bundle);
  }

  /** Takes a change of wrangler.toml, .dev.vars or migrations/. */
  async reconfigure() {
    const project = this.#read();
    await this.#replace(project, bundleSource(project));
  }

  async stop() {
    await this.#miniflare?.dispose();
    await this.#ai?.stop();
  }

  async #replace(project, bundle) {
    say('Starting a new isolate ...');
    await this.#miniflare.setOptions(this.#options(project, bundle));
    this.#project = project;
    this.#shape = bundle.shape;
    await this.#migrate();
    await this.#load(bundle);
  }

  #read() {
    const { root, overrides, persistTo } = this.#settings;
    const project = readProject(root, overrides);
    const secrets = ensureLocalSecrets(root, project.vars, persistTo);
    for (const name of secrets.made) say(`Made a local ${name}, kept in ${secrets.file}`);
    return project;
  }

  #options(project, bundle) {
    const { persistTo, neighbour } = this.#settings;
    const own = workerOptions(project, bundle, { token: this.#token, ai: this.#ai.url });
    return convertV4MiniflareOptions({
      workers: neighbour ? [own, neighbourOptions(neighbour)] : [own],
      host: '127.0.0.1',
      port: this.#port,
      resourcePersistencePath: persistTo,
      cf: false, // Miniflare would fetch a sample of request.cf from the internet
      log: new Log(LogLevel.WARN),
      handleStructuredLogs: ({ level, message }) => (level === 'error' ? complain : say)(message),
    });
  }

  async #sayNeighbour() {
    const { neighbour } = this.#settings;
    if (!neighbour) return;
    const { name } = neighbourOptions(neighbour);
    say(`Neighbour ${name} on ${(await this.#miniflare.unsafeGetDirectURL(name)).origin}`);
  }

  async #migrate() {
    for (const database of this.#project.databases) {
      const applied = await migrate(await this.#miniflare.getD1Database(database.binding), database);
      for (const name of applied) say(`Applied migration ${name}`);
    }
  }

  async #load({ archive }) {
    const started = performance.now();
    const response = await this.#miniflare.dispatchFetch('http://edge/__edge/load', {
      method: 'POST',
      headers: { 'edge-token': this.#token },
      body: archive,
    });
    if (!response.ok) throw new Error(await response.text());
    const { mistake } = await response.json();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (mistake) {
      complain(mistake);
      complain(this.#serving ? 'Still serving the last version that worked.' : 'Waiting for a change that mends it.');
    } else if (this.#serving) {
      say(`Reloaded in ${seconds} s`);
    } else {
      this.#serving = true;
      await this.#sayNeighbour();
      say(`Python started in ${seconds} s`);
      say(`Ready on http://127.0.0.1:${this.#port}`);
    }
  }
}

/** Throws where the port is taken: workerd itself would only say that it could not start. */
async function assertFree(port) {
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; choose another with --port`) : error;
  }
  server.close();
  await once(server, 'close');
}
