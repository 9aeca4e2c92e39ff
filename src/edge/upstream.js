// Reads a model's answer for Python in few crossings: the bytes are drained here as they come and handed over in batches.
// Nothing here ever rejects: a promise that rejects with a non-Error leaves a Python `await` hanging for ever
// (https://github.com/pyodide/pyodide/issues/3968 has the family; measured on workerd 1.20261117.1).

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const words = (error) => String(error?.message ?? error ?? 'the stream was closed');

class Pump {
  constructor(stream) {
    this.reader = stream.getReader();
    this.chunks = [];
    this.done = false;
    this.error = null;
    this.wake = () => {};
    this.crossings = 0;
    this.#drain();
  }

  async #drain() {
    try {
      for (;;) {
        const { done, value } = await this.reader.read();
        if (done) break;
        this.chunks.push(value);
        this.wake();
      }
    } catch (error) {
      this.error = words(error);
    }
    this.done = true;
    this.wake();
  }

  // All bytes since the last call as one Uint8Array, collected for at least `batchMs`; null at the end; the words of the
  // failure as a string if the stream broke.
  async next(batchMs) {
    this.crossings += 1;
    if (batchMs > 0 && !this.done) await Promise.race([wait(batchMs), this.#ended()]);
    while (!this.chunks.length && !this.done) await new Promise((resolve) => { this.wake = resolve; });
    this.wake = () => {};
    if (this.chunks.length) return this.#take();
    return this.error;
  }

  // Stops the upstream; what it still had to say is dropped.
  cancel() {
    this.chunks = [];
    this.done = true;
    this.wake();
    this.reader.cancel('the visitor left or the run ended').catch(() => {});
  }

  async #ended() {
    while (!this.done) await new Promise((resolve) => { this.wake = resolve; });
  }

  #take() {
    const size = this.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
    const all = new Uint8Array(size);
    let offset = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, offset);
      offset += chunk.byteLength;
    }
    this.chunks = [];
    return all;
  }
}

export const pump = (stream) => new Pump(stream);

// POSTs JSON and resolves to {status, retryAfter, pump} or, where no answer came, {error}.
export async function post(url, headers, body, signal) {
  try {
    const response = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body, signal });
    return { status: response.status, pump: response.body ? new Pump(response.body) : null };
  } catch (error) {
    return { error: words(error) };
  }
}

// Calls the AI binding and resolves to {pump}, {json} or {error}: it may answer with either, whatever was asked for.
export async function runAi(ai, model, inputs, signal) {
  try {
    const answer = await ai.run(model, JSON.parse(inputs), { signal });
    return answer instanceof ReadableStream ? { pump: new Pump(answer) } : { json: JSON.stringify(answer) };
  } catch (error) {
    return { error: words(error), name: String(error?.name ?? '') };
  }
}
