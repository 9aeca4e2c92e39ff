// Speaks with the agent's endpoint: `for await (const event of runAgent(goal, { locale }))`.
// Types and a fuller description are in agent-client.d.ts.

/** @typedef {import("./agent-client.js").AgentEvent} AgentEvent */
/** @typedef {import("./agent-client.js").RunOptions} RunOptions */

const KNOWN_TYPES = new Set(["start", "step", "text", "tool_call", "tool_result", "done", "error"]);
// The endpoint ends a silent run itself after 45 s at most, so a longer silence means that the connection is dead.
const SILENCE_MS = 60_000;

/** The root of what this module throws; an abort by the caller's own signal is thrown as it is. */
export class AgentClientError extends Error {}

/** The endpoint answered with a refusal instead of a stream. */
export class AgentRefusedError extends AgentClientError {
  /** @param {number} status @param {Record<string, unknown>} error @param {number | null} retryAfter seconds */
  constructor(status, error, retryAfter) {
    super(typeof error.message === "string" ? error.message : "");
    this.name = "AgentRefusedError";
    this.status = status;
    this.code = typeof error.code === "string" ? error.code : "unavailable";
    this.limit = typeof error.limit === "number" ? error.limit : null;
    this.field = typeof error.field === "string" ? error.field : null;
    this.retryAfter = retryAfter;
  }
}

/** No answer came at all: the network is down, or the origin is not allowed. */
export class AgentOfflineError extends AgentClientError {
  name = "AgentOfflineError";
}

/** The stream began and did not end with `done` or `error`, or a line of it was lost or damaged. */
export class AgentStreamError extends AgentClientError {
  name = "AgentStreamError";
}

/**
 * Runs the agent on a goal and yields its events as they arrive; the last one is `done` or `error`.
 * @param {string} goal
 * @param {RunOptions} [options]
 * @returns {AsyncGenerator<AgentEvent, void, void>}
 */
export async function* runAgent(goal, options = {}) {
  const { locale = "en", base = import.meta.url, silenceMs = SILENCE_MS } = options;
  const silence = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, silence.signal]) : silence.signal;
  const response = await post(new URL("/api/agent", base), { goal, locale }, signal);
  try {
    yield* events(lines(response.body, silence, silenceMs));
  } catch (error) {
    if (options.signal?.aborted || error instanceof AgentClientError) throw error;
    const why = silence.signal.aborted ? `nothing arrived for ${silenceMs} ms` : String(error);
    throw new AgentStreamError(`The stream broke: ${why}.`, { cause: error });
  }
}

function post(url, body, signal) {
  const headers = { "content-type": "application/json" };
  return send(url, { method: "POST", headers, body: JSON.stringify(body), signal }, signal);
}

async function send(url, request, signal) {
  let response;
  try {
    response = await fetch(url, { ...request, credentials: "omit" });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AgentOfflineError("The agent could not be reached.", { cause: error });
  }
  if (response.ok) return response;
  throw new AgentRefusedError(response.status, await refusal(response), seconds(response.headers.get("retry-after")));
}

async function refusal(response) {
  try {
    const body = await response.json();
    return body?.error && typeof body.error === "object" ? body.error : {};
  } catch {
    // A proxy in between may answer with HTML; the status alone tells enough then.
    return {};
  }
}

/** Retry-After is either seconds or an HTTP date (RFC 9110, 10.2.3). */
function seconds(header) {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** Whole lines of a byte stream. Only "\n" ends one: U+2028 and U+2029 may stand inside a JSON string. */
async function* lines(body, silence, silenceMs) {
  const reader = body.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let rest = "";
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } finally {
    // Leaving early, by `break` or by an error, must also end the request.
    await reader.cancel().catch(() => {});
  }
  if (rest.trim()) throw new AgentStreamError("The stream ended in the middle of a line.");
}

async function* events(source) {
  let expected = 0;
  for await (const line of source) {
    if (!line.trim()) continue;
    const event = parse(line);
    if (event.seq !== expected) {
      throw new AgentStreamError(`The stream lost a line: expected event ${expected}, got ${event.seq}.`);
    }
    expected += 1;
    if (!KNOWN_TYPES.has(event.type)) continue;
    yield event;
    if (event.type === "done" || event.type === "error") return;
  }
  throw new AgentStreamError(`The stream ended after ${expected} events without done or error.`);
}

function parse(line) {
  try {
    const event = JSON.parse(line);
    if (event !== null && typeof event === "object") return event;
  } catch (error) {
    throw new AgentStreamError("A line of the stream is not JSON.", { cause: error });
  }
  throw new AgentStreamError("A line of the stream is not an event.");
}

/**
 * The estimate for a service with extras, from the same function as the agent's tool.
 * @param {string} service @param {string[]} extras @param {RunOptions} [options]
 * @returns {Promise<import("./agent-client.js").Estimate>}
 */
export async function requestQuote(service, extras, options = {}) {
  const { locale = "en", base = import.meta.url, signal = new AbortController().signal } = options;
  const response = await post(new URL("/api/quote", base), { service, extras, locale }, signal);
  return response.json();
}

/**
 * The pages of the site that a query is about, the best first; costs no quota.
 * @param {string} query @param {RunOptions} [options]
 * @returns {Promise<import("./agent-client.js").SearchResult>}
 */
export async function searchSite(query, options = {}) {
  const { locale = "en", base = import.meta.url, signal = new AbortController().signal } = options;
  const asked = new URLSearchParams({ q: query, locale });
  const response = await send(new URL(`/api/search?${asked}`, base), { signal }, signal);
  return response.json();
}

/**
 * What is left of the day, for the site and for this visitor.
 * @param {RunOptions} [options]
 * @returns {Promise<import("./agent-client.js").Quota>}
 */
export async function fetchQuota(options = {}) {
  const { base = import.meta.url, signal = new AbortController().signal } = options;
  const response = await send(new URL("/api/quota", base), { signal }, signal);
  return response.json();
}
