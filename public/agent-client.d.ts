/** A client of the agent's endpoint: an async iterator over the events of a run. */

export type Locale = "en" | "es";

export interface RunOptions {
  /** The language of the answer and of the messages; English by default. */
  locale?: Locale;
  /** Ends the run when it is aborted; the iterator then throws the signal's reason. */
  signal?: AbortSignal;
  /** An address of the site that the agent belongs to; by default the one that this module was loaded from. */
  base?: string | URL;
  /** Milliseconds without a byte after which the connection counts as broken; 60,000 by default. */
  silenceMs?: number;
}

/** An amount of money: the number to reckon with, the text to show. */
export interface Money {
  amount: number;
  currency: string;
  text: string;
}

export interface Timeline {
  min_weeks: number;
  max_weeks: number;
  text: string;
}

export interface SearchResult {
  hits: { title: string; path: string; kind: "service" | "project" | "lab" | "blog" | "faq"; excerpt: string }[];
}

export interface ServiceResult {
  id: string;
  name: string;
  path: string;
  includes: string[];
  timeline: Timeline;
  price_from: Money;
  extras: { id: string; name: string; price: Money }[];
}

export interface Estimate {
  service: string;
  extras: string[];
  lines: { name: string; price: Money }[];
  total: { min: Money; max: Money; text: string };
  timeline: Timeline;
}

export interface NextStepResult {
  kind: "quote" | "contact" | "whatsapp";
  label: string;
  path?: string;
  url?: string;
}

interface EventOf<Type extends string> {
  /** 0, 1, 2 ... without a gap. */
  seq: number;
  type: Type;
}

export interface StartEvent extends EventOf<"start"> {
  v: 1;
  run: string;
  locale: Locale;
  model: string;
  /** No AI is at work: a program with fixed rules stands in for the model. */
  demo: boolean;
  limits: { max_steps: number; max_tool_calls: number; max_tokens: number; token_budget: number; deadline_s: number };
}

/** A call to the model begins; `last`: it must answer in text. */
export interface StepEvent extends EventOf<"step"> {
  n: number;
  of: number;
  last: boolean;
}

/** Visible text; of a step that goes on to call tools it was the plan. */
export interface TextEvent extends EventOf<"text"> {
  n: number;
  delta: string;
}

export interface ToolCallEvent extends EventOf<"tool_call"> {
  n: number;
  id: string;
  name: string;
  /** Parsed JSON, or the text as the model wrote it where it is no JSON. */
  arguments: unknown;
}

export type ToolResultEvent = EventOf<"tool_result"> & { n: number; id: string; name: string } & (
    | { ok: true; result: Record<string, unknown>; repeated: boolean }
    | { ok: false; error: "invalid_arguments" | "unknown_tool" | "tool_budget"; detail: string }
  );

/** Something in the answer that a visitor may rely on, and what it rests on. */
export interface Claim {
  kind: "money" | "duration" | "link";
  text: string;
  /** Place in `answer` in Unicode code points (`[...answer]`), not UTF-16 units; `end` is exclusive. */
  start: number;
  end: number;
  /** verified: a tool of this run returned it; visitor: the goal said it; derived: worked out from what tools returned. */
  status: "verified" | "visitor" | "derived" | "unverified";
  evidence: { call: string; field: string }[];
}

export interface Usage {
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  output_tokens: number;
  neurons: number;
  neurons_basis: "measured" | "estimated";
  first_text_ms: number | null;
  total_ms: number;
}

export interface DoneEvent extends EventOf<"done"> {
  answer: string;
  stopped_by: "answer" | "step_limit" | "tool_limit" | "token_budget" | "deadline" | "repetition";
  unverified_amounts: string[];
  unverified_durations: string[];
  unverified_links: string[];
  claims: Claim[];
  usage: Usage;
  quota: { units_left: number } | null;
}

export interface ErrorEvent extends EventOf<"error"> {
  code: "model_unavailable" | "model_quota" | "stream_truncated" | "deadline" | "internal";
  /** For the visitor, in the language of the run. */
  message: string;
  retryable: boolean;
}

export type AgentEvent =
  | StartEvent
  | StepEvent
  | TextEvent
  | ToolCallEvent
  | ToolResultEvent
  | DoneEvent
  | ErrorEvent;

/** The root of what this module throws; an abort by the caller's own signal is thrown as it is. */
export class AgentClientError extends Error {}

/** The endpoint refused before any stream: a refusal costs no quota. */
export class AgentRefusedError extends AgentClientError {
  /** For the visitor, in the language of the request; empty where something else than the agent answered. */
  readonly message: string;
  readonly status: number;
  /** invalid_request, origin_refused, not_found, method_not_allowed, too_large, unsupported_media_type, quota_exhausted, rate_limited, unavailable */
  readonly code: string;
  /** The limit that was passed, where there is one. */
  readonly limit: number | null;
  /** The field of the request that is wrong, where there is one. */
  readonly field: string | null;
  /** Seconds until it is worth trying again, where the endpoint says so. */
  readonly retryAfter: number | null;
}

/** No answer came at all: the network is down, or this origin is not allowed. */
export class AgentOfflineError extends AgentClientError {}

/** The stream began and did not end with `done` or `error`, or a line of it was lost or damaged. */
export class AgentStreamError extends AgentClientError {}

/**
 * Runs the agent on a goal and yields its events as they arrive; the last one is `done` or `error`.
 * Leaving the loop ends the request. Event types of later versions are skipped.
 *
 * @example
 * for await (const event of runAgent("a site for my bakery", { locale: "en" })) {
 *   if (event.type === "text") output.append(event.delta);
 *   if (event.type === "done") console.log(event.claims);
 * }
 */
export function runAgent(goal: string, options?: RunOptions): AsyncGenerator<AgentEvent, void, void>;

/** The estimate for a service with extras, from the same function as the agent's tool. Throws as `runAgent` does. */
export function requestQuote(service: string, extras: string[], options?: RunOptions): Promise<Estimate>;

/** The pages of the site that a query is about, the best first. Throws as `runAgent` does. */
export function searchSite(query: string, options?: RunOptions): Promise<SearchResult>;

/** Null: no such cap is set. */
export interface Quota {
  site: {
    units_left: number | null;
    units_per_day: number | null;
    neurons_left: number | null;
    neurons_per_day: number | null;
  };
  visitor: { units_left: number | null; units_per_day: number | null };
  /** What one run takes. */
  run_units: number;
  /** ISO 8601 moment at which the day ends. */
  resets_at: string;
}

/** What is left of the day, for the site and for this visitor. */
export function fetchQuota(options?: RunOptions): Promise<Quota>;
