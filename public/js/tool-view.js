// One tool call and its result, in words and figures.
import { h, plain, siteUrl, term } from "./dom.js";

/** The parts of a card that differ from tool to tool: a short summary and the body. */
const RESULTS = {
  search_site(result, view) {
    const hits = Array.isArray(result.hits) ? result.hits : [];
    const item = ({ title, path, kind, excerpt }) =>
      h(
        "li",
        {},
        h("span", { class: "kind" }, term(view.words.tool.kinds, kind)),
        view.link(path, title),
        h("span", { class: "excerpt" }, plain(excerpt)),
      );
    return [view.words.tool.hits(hits.length), hits.length > 0 && h("ul", { class: "hits" }, ...hits.map(item))];
  },

  get_service(result, view) {
    const { tool } = view.words;
    const extras = (result.extras ?? []).map(({ name, price }) => [plain(name), plain(price.text)]);
    const body = [
      h("p", { class: "service-name" }, view.link(result.path, result.name)),
      h(
        "dl",
        { class: "facts" },
        h("div", {}, h("dt", {}, tool.priceFrom), h("dd", { class: "figure" }, plain(result.price_from.text))),
        h("div", {}, h("dt", {}, tool.timeline), h("dd", { class: "figure" }, plain(result.timeline.text))),
      ),
      folded(tool.includes, result.includes ?? [], (lines) => h("ul", {}, ...lines.map((line) => h("li", {}, plain(line))))),
      folded(tool.extras, extras, (lines) => ledger(tool.extras, lines)),
    ];
    return [view.repeated ? `${plain(result.name)}, ${tool.from(plain(result.price_from.text))}` : "", body];
  },

  estimate_quote(result, view) {
    const { tool } = view.words;
    const lines = (result.lines ?? []).map(({ name, price }) => [plain(name), plain(price.text)]);
    const total = [tool.total, plain(result.total.text)];
    return [
      view.repeated ? plain(result.total.text) : "",
      [
        ledger(tool.names.estimate_quote, lines, total),
        h("p", { class: "timeline" }, `${tool.timeline}: `, h("span", { class: "figure" }, plain(result.timeline.text))),
      ],
    ];
  },

  suggest_next_step(result) {
    return [plain(result.label), null];
  },
};

/** A list behind its name and length: there when wanted, out of the way of the figures. */
function folded(name, lines, draw) {
  return lines.length > 0 && h("details", {}, h("summary", {}, `${name} (${lines.length})`), draw(lines));
}

/** Lines of names and amounts, ruled as in an account book. */
export function ledger(caption, lines, total = null) {
  const row = ([name, amount]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "figure" }, amount));
  return h(
    "table",
    { class: "ledger" },
    h("caption", { class: "is-hidden" }, caption),
    h("tbody", {}, ...lines.map(row)),
    total && h("tfoot", {}, row(total)),
  );
}

export class ToolView {
  /**
   * @param {import("../agent-client.js").ToolCallEvent} call
   * @param {import("./strings.js").Words} words
   * @param {string} base address that paths are relative to
   */
  constructor(call, words, base) {
    this.words = words;
    this.base = base;
    this.repeated = false;
    this.name = call.name;
    this.status = h("span", { class: "call-status" }, words.tool.pending);
    this.body = h("div", { class: "call-body" });
    this.element = h(
      "div",
      { class: "call", "data-tool": call.name, "data-state": "pending" },
      h("p", { class: "call-line" }, h("span", { class: "call-title" }, this.#title(call)), " ", this.status),
      this.body,
    );
  }

  /** What the tool is called in the visitor's language. */
  get label() {
    return term(this.words.tool.names, this.name);
  }

  /** @param {import("../agent-client.js").ToolResultEvent} event */
  finish(event) {
    this.element.dataset.state = event.ok ? "ok" : "refused";
    if (!event.ok) {
      this.status.textContent = "";
      this.body.append(
        h("p", { class: "refusal" }, term(this.words.tool.refused, event.error)),
        h("p", { class: "detail" }, plain(event.detail)),
      );
      return;
    }
    this.repeated = event.repeated;
    const [summary, body] = this.#result(event.result);
    this.status.textContent = summary;
    if (event.repeated) this.body.append(h("p", { class: "note" }, this.words.tool.repeated));
    else if (body) this.body.append(...[body].flat().filter(Boolean));
  }

  /** Marks a call whose result never came. */
  abandon() {
    if (this.element.dataset.state !== "pending") return;
    this.element.dataset.state = "abandoned";
    this.status.textContent = this.words.tool.notRun;
  }

  /** A link to a path that a tool returned, or its label alone if it leads nowhere safe. */
  link(path, label) {
    const href = siteUrl(path, this.base);
    return href ? h("a", { href }, plain(label)) : h("span", {}, plain(label));
  }

  #title({ name, arguments: args }) {
    const given = args !== null && typeof args === "object" ? args : {};
    const say = Object.hasOwn(RESULTS, name) ? this.words.tool[name] : null;
    const subject = given.query ?? given.service ?? "…";
    return say ? say(plain(subject)) : this.words.tool.other(plain(name));
  }

  #result(result) {
    try {
      if (Object.hasOwn(RESULTS, this.name)) return RESULTS[this.name](result, this);
    } catch (error) {
      // A result that was cut to fit the budget may lack a part; what is left of it is shown as it came.
      console.warn(`${this.name}: unexpected result`, error);
    }
    return [this.words.tool.cut, h("pre", { class: "detail", tabindex: 0 }, plain(JSON.stringify(result, null, 1)))];
  }
}
