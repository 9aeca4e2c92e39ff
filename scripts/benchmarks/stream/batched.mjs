// A Worker in JavaScript that writes what has come every 100 ms, the first text at once.
import { Events, HEADERS, ask, bytes, line } from './lines.mjs';

const BATCH_MS = 100;

export default {
  async fetch(request, env, ctx) {
    const { readable, writable } = new TransformStream();
    ctx.waitUntil(pass(await ask(request, env), writable.getWriter()));
    return new Response(readable, { headers: HEADERS });
  },
};

async function pass(upstream, writer) {
  const events = new Events();
  let seq = 0;
  let answer = '';
  let waiting = '';
  let timer = null;
  const flush = () => {
    timer = null;
    if (!waiting) return undefined;
    const delta = waiting;
    answer += delta;
    waiting = '';
    return writer.write(bytes(line({ seq: seq++, type: 'text', n: 1, delta })));
  };
  await writer.write(bytes(line({ seq: seq++, type: 'start' })));
  for await (const chunk of upstream.body) {
    waiting += events.feed(chunk).join('');
    if (!answer) await flush();
    else timer ??= setTimeout(flush, BATCH_MS);
  }
  clearTimeout(timer);
  await flush();
  await writer.write(bytes(line({ seq: seq++, type: 'done', answer })));
  await writer.close();
}
