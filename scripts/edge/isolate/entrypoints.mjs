// The JavaScript classes that workerd calls, each standing for a Python class of src/entry.py.
import { WorkerEntrypoint } from 'cloudflare:workers';
import * as python from './python.mjs';

/** Bindings that belong to the local edge and that the project does not see. */
const isOwn = (name) => name.startsWith('EDGE_');

function projectEnv(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOwn(name)));
}

class ScheduledController {
  constructor(cron) {
    this.cron = cron;
    this.scheduledTime = Date.now();
  }
  noRetry() {}
}

// One isolate serves all: Python is started by the first control request and never again.
let started;
let state = 'starting'; // then 'serving', or 'broken' until a change mends it

/** Answers what the edge asks of the isolate; the token keeps web pages and other programs out. */
async function control(request, env, importModule) {
  if (request.headers.get('edge-token') !== env.EDGE_TOKEN) return new Response('', { status: 404 });
  started ??= python.start(importModule);
  await started;
  const mistake = await python.load(await request.arrayBuffer());
  if (state !== 'serving') state = mistake === undefined ? 'serving' : 'broken';
  return Response.json({ mistake });
}

function entrypoint(name) {
  return class extends WorkerEntrypoint {
    #instance;

    constructor(ctx, env) {
      super(ctx, env);
      // Methods beside fetch and scheduled are found by their name in Python, for callers over RPC.
      return new Proxy(this, {
        get: (target, property) => {
          if (typeof property !== 'string' || property in target) {
            const value = Reflect.get(target, property, target);
            return typeof value === 'function' ? value.bind(target) : value;
          }
          return (...args) => target.#invoke(property, args);
        },
      });
    }

    async #invoke(method, args) {
      this.#instance ??= await python.instantiate(name, this.ctx, projectEnv(this.env));
      return python.call(this.#instance, method, args);
    }

    async fetch(request) {
      while (state === 'starting') await scheduler.wait(20);
      if (state === 'broken') return new Response('The Worker has not started: see the terminal.\n', { status: 503 });
      try {
        return await this.#invoke('fetch', [request]);
      } catch (error) {
        if (error?.name !== 'PythonError') console.error(error?.stack ?? String(error));
        return new Response('Internal Server Error\n', { status: 500 });
      }
    }

    async scheduled(controller) {
      await this.#invoke('scheduled', [controller, projectEnv(this.env), this.ctx]);
    }
  };
}

/** The classes for the names given; the one for Default also takes the edge's own requests. */
export function entrypoints(names, importModule) {
  const classes = Object.fromEntries(names.map((name) => [name, entrypoint(name)]));
  classes.Default = class extends entrypoint('Default') {
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/__edge/load') return control(request, this.env, importModule);
      if (url.pathname !== '/__scheduled') return super.fetch(request);
      try {
        await this.scheduled(new ScheduledController(url.searchParams.get('cron') ?? ''));
        return new Response('Ran scheduled event\n');
      } catch (error) {
        return new Response(`The scheduled event failed: ${error}\n`, { status: 500 });
      }
    }
  };
  return classes;
}
