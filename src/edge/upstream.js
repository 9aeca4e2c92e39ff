// Reads a model's answer for Python in few crossings: the bytes are drained here as they come and handed over in batches.
// Nothing here ever rejects: a promise that rejects with a non-Error leaves a Python `await` hanging for ever
// (Pyodide's set_exception takes only Error objects; measured on workerd 1.20261117.1).

const SOMETHING_SAID = /"(?:content|response|text|arguments|partial_json)"\s*:\s*"[^"]/;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const words = (error) => String(error?.message ?? error ?? 'the stream was closed');

class Pump {
  // Until the model has said something each read is handed over at once, after that at most one every `batchMs`.
  constructor(stream, batchMs) {
    this.reader = stream.getReader();
    this.batchMs = batchMs;
    this.chunks = [];
    this.started = false;
    this.done = false;
    this.error = null;
    this.wake = () => {};
    this.#drain();
  }

  // All bytes since the last call as one Uint8Array; null at the end; the words of the failure if the stream broke.
  async next() {
    if (this.started && !this.done) await Promise.race([wait(this.batchMs), this.#until(() => this.done)]);
    await this.#until(() => this.chunks.length || this.done);
    if (!this.chunks.length) return this.error;
    const batch = concatenate(this.chunks);
    this.chunks = [];
    this.started ||= SOMETHING_SAID.test(new TextDecoder().decode(batch));
    return batch;
  }

  // Stops the upstream; what it still had to say is dropped.
  cancel() {
    this.chunks = [];
    this.done = true;
    this.wake();
    this.reader.cancel('the run ended or the visitor left').catch(() => {});
  }

  async #drain() {
    try {
      for (;;) {
        const { done, value } = await this.reader.read();
        if (done || this.done) break;
        this.chunks.push(value);
        this.wake();
      }
    } catch (error) {
      this.error = words(error);
    }
    this.done = true;
    this.wake();
  }

  async #until(ready) {
    while (!ready()) {
      const earlier = this.wake;
      await new Promise((resolve) => {
        this.wake = () => { earlier(); resolve(); };
      });
      this.wake = () => {};
    }
  }
}

function concatenate(chunks) {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

const whole = (text) => new Response(text).body;

// POSTs JSON. Resolves to {status, pump} for any response, to {error} where none came.
export async function post(url, headers, body, signal, batchMs) {
  try {
    const response = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body, signal });
    return { status: response.status, pump: new Pump(response.body ?? whole(''), batchMs) };
  } catch (error) {
    return { error: words(error) };
  }
}

// Calls the AI binding, which answers with a stream or with an object whatever was asked for. Resolves to {pump} or {error}.
export async function runAi(ai, model, inputs, signal, batchMs) {
  try {
    const answer = await ai.run(model, JSON.parse(inputs), { signal });
    const stream = answer instanceof ReadableStream ? answer : whole(JSON.stringify(answer));
    return { pump: new Pump(stream, batchMs) };
  } catch (error) {
    return { error: words(error) };
  }
}
