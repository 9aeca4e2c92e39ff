// For the tests: no request of the Worker leaves this machine, so that none reaches a real model by mistake.
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Replaces `fetch` by one that refuses other hosts, and says so in the terminal. */
export function keepToThisMachine() {
  const { fetch } = globalThis;
  globalThis.fetch = async (resource, options) => {
    const { host, hostname } = new URL(resource?.url ?? resource);
    if (LOOPBACK.includes(hostname)) return fetch(resource, options);
    const refusal = `The Worker reached for ${host}; in the tests it talks to this machine only`;
    console.error(refusal);
    throw new TypeError(refusal);
  };
}
