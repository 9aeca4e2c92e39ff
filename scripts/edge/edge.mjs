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
  #bundle;
  #good; // the last bundle that Python could import
  #port;

  /** settings: {root, port (0: any that is free), persistTo, overrides, upstream, neighbour, loopbackOnly, onMiniflare}. */
  constructor(settings) {
    this.#settings = settings;
    this.#port = settings.port;
  }

  get root() {
    return this.#settings.root;
  }

  /** Starts workerd and the Worker in it, and says when it is ready. Rejects where that cannot be mended by saving a file. */
  async start() {
    await assertFree(this.#port);
    this.#ai = await startAi(this.#settings.upstream);
    this.#project = this.#read();
    this.#bundle = bundleSource(this.#project);
    this.#miniflare = new Miniflare(this.#options(this.#project, this.#bundle));
    this.#settings.onMiniflare();
    this.#port = Number((await this.#miniflare.ready).port); // 0 asked for any
    await this.#migrate(this.#project);
    await this.#load(this.#bundle, { inNewIsolate: true });
  }

  /** Takes a change of src/ into the running Worker; a mistake leaves the last good one serving. */
  async reload() {
    const bundle = bundleSource(this.#project);
    if (bundle.shape !== this.#bundle.shape) return this.#replace(this.#project, bundle);
    this.#bundle = bundle;
    return this.#load(bundle, { inNewIsolate: false });
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
    try {
      await this.#miniflare.setOptions(this.#options(project, bundle));
      await this.#migrate(project);
    } catch (error) {
      await this.#miniflare.setOptions(this.#options(this.#project, this.#bundle));
      await this.#load(this.#bundle, { inNewIsolate: true });
      throw error;
    }
    this.#project = project;
    this.#bundle = bundle;
    await this.#load(bundle, { inNewIsolate: true });
  }

  #read() {
    const { root, overrides, persistTo } = this.#settings;
    const project = readProject(root, overrides);
    const secrets = ensureLocalSecrets(root, project.vars, persistTo);
    for (const name of secrets.made) say(`Made a local ${name}, kept in ${secrets.file}`);
    return project;
  }

  #options(project, bundle) {
    const { loopbackOnly, persistTo, neighbour } = this.#settings;
    const own = workerOptions(project, bundle, { token: this.#token, ai: this.#ai.url, loopbackOnly });
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

  async #migrate(project) {
    for (const database of project.databases) {
      const applied = await migrate(await this.#miniflare.getD1Database(database.binding), database);
      for (const name of applied) say(`Applied migration ${name}`);
    }
  }

  async #load(bundle, { inNewIsolate }) {
    const started = performance.now();
    const mistake = await this.#post(bundle.archive);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (mistake) return this.#fallBack(mistake, inNewIsolate);
    const first = this.#good === undefined;
    this.#good = bundle;
    if (!first) return say(`Reloaded in ${seconds} s`);
    await this.#sayNeighbour();
    say(`Python started in ${seconds} s`);
    // Wakes the database, and has the Worker complain about vars that it cannot use before it is called ready.
    await (await this.#miniflare.dispatchFetch('http://edge/api/quota')).arrayBuffer();
    say(`Ready on http://127.0.0.1:${this.#port}`);
  }

  async #fallBack(mistake, inNewIsolate) {
    complain(mistake);
    if (!this.#good) return complain('Waiting for a change that mends it.');
    if (inNewIsolate) await this.#post(this.#good.archive);
    complain('Still serving the last version that worked.');
  }

  /** Has the isolate import the files of an archive; returns the traceback where it cannot. */
  async #post(archive) {
    const response = await this.#miniflare.dispatchFetch('http://edge/__edge/load', {
      method: 'POST',
      headers: { 'edge-token': this.#token },
      body: archive,
    });
    if (!response.ok) throw new Error(`the isolate answered ${response.status}: ${await response.text()}`);
    return (await response.json()).mistake;
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
