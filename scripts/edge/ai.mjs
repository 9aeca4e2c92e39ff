// What stands behind the AI binding. The binding itself is workerd's own code: it posts {inputs, options} to a proxy, which on
// Cloudflare's side of a login is Workers AI. Here it is EDGE_AI_UPSTREAM, a test's stand-in that is sent the same request, or a refusal.
import http from 'node:http';

// Authentication error: https://developers.cloudflare.com/workers-ai/platform/errors/
const REFUSAL = {
  internalCode: 10000,
  description:
    'The AI binding needs a Cloudflare login, which the local edge does not have. ' +
    'Use MODEL_PROVIDER demo or openai here, or `npx wrangler login` and `uv run pywrangler dev`.',
};

/** The URL that the AI binding calls, and a way to stop what was started for it. */
export async function startAi(upstream) {
  if (upstream) return { url: new URL(upstream), stop: async () => {} };
  const server = http.createServer((request, response) => {
    request.resume();
    console.error(`AI: ${REFUSAL.description}`);
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(REFUSAL));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: new URL(`http://127.0.0.1:${server.address().port}/`), stop };
}
