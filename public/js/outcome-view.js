// What stands beside an answer: the verdict on its claims, the cost of the run, and why there is none.
import { h, plain, siteUrl, term } from "./dom.js";

/**
 * The calculator's address, with a service and extras chosen.
 * @param {string} base @param {string} locale @param {{service: string | null, extras?: string[]}} [choice]
 */
export function calculatorUrl(base, locale, choice = { service: null }) {
  const { service, extras = [] } = choice;
  const query = service ? `?${new URLSearchParams([["service", service], ...extras.map((id) => ["extra", id])])}` : "";
  return siteUrl((locale === "es" ? "/es/quote" : "/quote") + query, base);
}

/** A framed message: `kind` chooses its look; actions are buttons or links; `heading` is its level in the outline. */
export function notice(kind, title, text, actions = [], heading = "h4") {
  return h(
    "div",
    { class: "notice", "data-kind": kind },
    h(heading, { class: "notice-title" }, title),
    h("p", {}, text),
    actions.length > 0 && h("p", { class: "notice-actions" }, ...actions),
  );
}

/** The warnings of a finished run, or the good news that there are none. */
export function verdict(event, { words, formats, base, locale, choice }) {
  const { warning } = words;
  const list = (texts) => formats.list.format(texts.map((text) => `“${plain(text)}”`));
  const lines = [
    event.unverified_amounts.length > 0 && warning.amounts(list(event.unverified_amounts)),
    event.unverified_durations.length > 0 && warning.durations(list(event.unverified_durations)),
    event.unverified_links.length > 0 && warning.links(list(event.unverified_links)),
  ].filter(Boolean);
  const figures = event.claims.filter(({ kind, status }) => kind !== "link" && status === "verified").length;
  const isChecked = lines.length === 0 && figures > 0;
  // A limit of the run is no failure where the answer is whole and all of its figures are checked.
  const limit = isChecked && Object.hasOwn(words.atLimit, event.stopped_by) ? words.atLimit : words.stoppedBy;
  const parts = [];
  if (isChecked) parts.push(h("p", { class: "checked" }, words.verified(figures)));
  if (event.stopped_by !== "answer") parts.push(h("p", { class: "note" }, term(limit, event.stopped_by)));
  if (lines.length > 0) parts.push(warnings(lines, words, calculatorUrl(base, locale, choice)));
  return parts;
}

function warnings(lines, words, calculator) {
  return h(
    "aside",
    { class: "notice", "data-kind": "warning", "aria-label": words.warning.title },
    h("h4", { class: "notice-title" }, words.warning.title),
    h("ul", {}, ...lines.map((line) => h("li", {}, line))),
    h("p", { class: "notice-actions" }, h("a", { href: calculator }, words.warning.calculator)),
  );
}

/** What the run cost, in a line that opens. */
export function costs({ usage }, words, formats) {
  const { cost } = words;
  const number = (value) => formats.integer.format(value);
  const first = usage.first_text_ms === null ? null : formats.elapsed(usage.first_text_ms);
  const lines = [
    cost.calls(usage.model_calls),
    cost.tools(usage.tool_calls),
    cost.tokens(number(usage.input_tokens), number(usage.output_tokens)),
    cost.neurons(formats.decimal.format(usage.neurons), usage.neurons_basis),
    cost.times(formats.elapsed(usage.total_ms), first),
  ];
  return h("footer", { class: "costs" }, h("h4", {}, cost.title), h("ul", {}, ...lines.map((line) => h("li", {}, line))));
}
