// Reads a model's answer for Python in few crossings: the bytes are drained here as they come and handed over in batches.
// Nothing here ever rejects: a promise that rejects with a non-Error leaves a Python `await` hanging for ever
// (Pyodide's set_exception takes only Error objects; measured on workerd 1.20261117.1).

const SOMETHING_SAID = /"(?:content|response|text|arguments|partial_json)"\s*:\s*"[^"]/;

const words = (error) => String(error?.message ?? error ?? 'the stream was closed');

class Pump {
  #reader;
  #batchMs;
  #deliver = null;
  #chunks = [];
  #started = false;
  #done = false;
  #error;
  #rested = true;

  constructor(stream, batchMs) {
    this.#reader = stream.getReader();
    this.#batchMs = batchMs;
    this.#drain();
  }

  // Calls `deliver` once, maybe at once: with all bytes since the last time as one Uint8Array, at the end with undefined, or
  // with the words of the failure that broke the stream. A call costs Python a third of what a promise does. Until the
  // model has said something each read is handed over as it comes, after that at most one every `batchMs`.
  next(deliver) {
    this.#deliver = deliver;
    this.#rested = !this.#started;
    if (this.#started && !this.#done) setTimeout(this.#rest, this.#batchMs);
    this.#offer();
  }

  // Stops the upstream; what it still had to say is dropped, and nothing is delivered any more.
  cancel() {
    this.#deliver = null;
    this.#done = true;
    this.#reader.cancel('the run ended or the visitor left').catch(() => {});
  }

  #rest = () => {
    this.#rested = true;
    this.#offer();
  };

  #offer() {
    if (!this.#deliver || !(this.#done || (this.#rested && this.#chunks.length))) return;
    const deliver = this.#deliver;
    this.#deliver = null;
    deliver(this.#chunks.length ? this.#take() : this.#error);
  }

  #take() {
    const batch = concatenate(this.#chunks);
    this.#chunks = [];
    this.#started ||= SOMETHING_SAID.test(new TextDecoder().decode(batch));
    return batch;
  }

  async #drain() {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done || this.#done) break;
        this.#chunks.push(value);
        this.#offer();
      }
    } catch (error) {
      this.#error = words(error);
    }
    this.#done = true;
    this.#offer();
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
