// Reads a model's answer for Python in few crossings: its bytes are handed over in batches.
// Nothing here ever rejects: a promise that rejects with a non-Error leaves a Python `await` hanging for ever
// (Pyodide's set_exception takes only Error objects; measured on workerd 1.20261117.1).

const SOMETHING_SAID = /"(?:content|response|text|arguments|partial_json)"\s*:\s*"[^"]/;

const words = (error) => String(error?.message ?? error ?? 'the stream was closed');

// The bytes that workerd may hold for Python, and the most that one batch has.
const LEAD = 1 << 16;

// For each chunk that a stream hands over workerd wakes JavaScript, which costs more than all that Python then does with
// it. So the stream is split in two. One branch is pumped, natively, into a reader that is woken only when LEAD bytes or
// the end have come, and workerd keeps for the other one what it has not read; that one takes all of it in one read.
// (A read of the first branch itself would make the other one wait for as much.)
class Pump {
  #ahead;
  #behind;
  #batchMs;
  #deliver = null;
  #started = false;
  #ended = false;
  #buffer = new ArrayBuffer(LEAD);
  #caughtUp = () => {};
  #hurry = () => {};

  constructor(stream, batchMs) {
    const [ahead, behind] = stream.tee();
    this.#ahead = ahead.pipeThrough(new IdentityTransformStream()).getReader({ mode: 'byob' });
    this.#behind = behind.getReader({ mode: 'byob' });
    this.#batchMs = batchMs;
    this.#readAhead();
  }

  // Calls `deliver` once: with the bytes that came since the last time as one Uint8Array, at the end with undefined, or
  // with the words of the failure that broke the stream. A call costs Python a third of what a promise does. Until the
  // model has said something each read is handed over as it comes, after that at most one every `batchMs`.
  next(deliver) {
    this.#deliver = deliver;
    this.#next();
  }

  // Stops the upstream; what it still had to say is dropped, and nothing is delivered any more.
  cancel() {
    this.#deliver = null;
    this.#caughtUp();
    this.#hurry();
    for (const reader of [this.#ahead, this.#behind]) reader.cancel('the run ended or the visitor left').catch(() => {});
  }

  async #next() {
    if (this.#started && !this.#ended) await this.#rest();
    const batch = await this.#take();
    this.#deliver?.(batch);
  }

  // Until the batch is due; cut short at the stream's end, when there is no more to wait for.
  #rest() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#batchMs);
      this.#hurry = () => { clearTimeout(timer); resolve(); };
    });
  }

  async #take() {
    try {
      const { done, value } = await this.#behind.read(new Uint8Array(this.#buffer));
      this.#caughtUp();
      if (done) return undefined;
      this.#buffer = value.buffer;
      this.#started ||= SOMETHING_SAID.test(new TextDecoder().decode(value));
      return value;
    } catch (error) {
      return words(error);
    }
  }

  async #readAhead() {
    let buffer = new ArrayBuffer(LEAD);
    try {
      for (;;) {
        const { done, value } = await this.#ahead.readAtLeast(LEAD, new Uint8Array(buffer));
        if (done || value.byteLength < LEAD) break;
        buffer = value.buffer;
        await new Promise((resolve) => { this.#caughtUp = resolve; });
      }
    } catch {
      // The other branch fails with the same error behind the bytes that came before it.
    }
    this.#ended = true;
    this.#hurry();
  }
}

// A pump of one batch that is there at once.
class Whole {
  #batch;

  constructor(text) {
    this.#batch = new TextEncoder().encode(text);
  }

  next(deliver) {
    const batch = this.#batch.length ? this.#batch : undefined;
    this.#batch = new Uint8Array();
    deliver(batch);
  }

  cancel() {}
}

// POSTs JSON. Resolves to {status, pump} for any response, to {error} where none came.
export async function post(url, headers, body, signal, batchMs) {
  try {
    const response = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body, signal });
    return { status: response.status, pump: response.body ? new Pump(response.body, batchMs) : new Whole('') };
  } catch (error) {
    return { error: words(error) };
  }
}

// Calls the AI binding, which answers with a stream or with an object whatever was asked for. Resolves to {pump} or {error}.
export async function runAi(ai, model, inputs, signal, batchMs) {
  try {
    const answer = await ai.run(model, JSON.parse(inputs), { signal });
    const pump = answer instanceof ReadableStream ? new Pump(answer, batchMs) : new Whole(JSON.stringify(answer));
    if (signal.aborted) pump.cancel(); // a binding may answer all the same
    return { pump };
  } catch (error) {
    return { error: words(error) };
  }
}
