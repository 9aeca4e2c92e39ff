// What both Workers do alike: ask the upstream as the agent does, read its server-sent events, and write the agent's lines.
const encoder = new TextEncoder();

export const HEADERS = { 'content-type': 'application/x-ndjson; charset=utf-8', 'content-encoding': 'identity' };

export async function ask(request, env) {
  const { goal } = await request.json();
  const body = JSON.stringify({ model: 'small', stream: true, messages: [{ role: 'user', content: goal }] });
  const url = `${env.UPSTREAM}/v1/chat/completions`;
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: request.signal });
}

export const line = (event) => `${JSON.stringify(event)}\n`;
export const bytes = (text) => encoder.encode(text);

/** Bytes in, texts of the model out. */
export class Events {
  #decoder = new TextDecoder();
  #rest = '';

  feed(chunk) {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop();
    const texts = [];
    for (const each of lines) {
      if (!each.startsWith('data: ') || each === 'data: [DONE]') continue;
      const text = JSON.parse(each.slice(6)).choices[0]?.delta?.content;
      if (text) texts.push(text);
    }
    return texts;
  }
}
