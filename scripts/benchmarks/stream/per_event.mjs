// A Worker in JavaScript that writes a line for each event of the model.
import { Events, HEADERS, ask, bytes, line } from './lines.mjs';

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
  await writer.write(bytes(line({ seq: seq++, type: 'start' })));
  for await (const chunk of upstream.body) {
    for (const delta of events.feed(chunk)) {
      answer += delta;
      await writer.write(bytes(line({ seq: seq++, type: 'text', n: 1, delta })));
    }
  }
  await writer.write(bytes(line({ seq: seq++, type: 'done', answer })));
  await writer.close();
}
