// Writes a response's lines for Python: one call for each event and no promise to wait on, which is what crossings cost most.

const encoder = new TextEncoder();
// White space before the next line's object is part of valid JSON, so no reader sees it.
const HEARTBEAT = encoder.encode(' ');

class Lines {
  #controller;
  #signal;
  #onLeave;
  #timer;
  #waiting = '';
  #quiet = false;
  #over = false;
  #settle;

  // `onLeave` is called at most once, when the client leaves before `close`: Python forgets it there.
  constructor(signal, onLeave, heartbeatMs) {
    this.#signal = signal;
    this.#onLeave = onLeave;
    const settled = new Promise((resolve) => { this.#settle = resolve; });
    this.body = new ReadableStream({
      start: (controller) => { this.#controller = controller; },
      // Waited for, so that what the run still has to settle is done.
      cancel: () => { this.#leave(); return settled; },
    });
    // `cancel` was lost in some releases of workerd and `signal` needs a flag (workerd#6832): both are heard.
    signal.addEventListener('abort', this.#leave);
    this.#timer = setInterval(this.#beat, heartbeatMs);
  }

  // All lines that are written in one go, before Python gives way, go out in one chunk.
  write(line) {
    if (!this.#waiting) queueMicrotask(this.#flush);
    this.#waiting += line;
  }

  close() {
    this.#flush();
    if (!this.#over) this.#controller.close();
    this.#end();
    this.#settle();
  }

  #flush = () => {
    if (this.#waiting && !this.#over) this.#controller.enqueue(encoder.encode(this.#waiting));
    this.#waiting = '';
    this.#quiet = false;
  };

  // workerd notices that a client has left only when something is written to it.
  #beat = () => {
    if (this.#quiet) this.#controller.enqueue(HEARTBEAT);
    this.#quiet = true;
  };

  #leave = () => {
    if (this.#over) return;
    this.#end();
    this.#onLeave();
  };

  #end() {
    this.#over = true;
    clearInterval(this.#timer);
    this.#signal.removeEventListener('abort', this.#leave);
  }
}

export const openLines = (signal, onLeave, heartbeatMs) => new Lines(signal, onLeave, heartbeatMs);
