// The form that asks for a goal: its length, the examples, and how many questions are left for today.
import { GOALS, SAMPLES } from "./business.js";
import { h } from "./dom.js";

const GOAL_CHARS = 500;
/** The counter is shown when so many characters are left. */
const COUNT_FROM = 100;

export class AskForm {
  /**
   * @param {{words: import("./strings.js").Words, formats: import("./formats.js").Formats, locale: "en" | "es"}} context
   * @param {{onAsk: (goal: string) => void, onStop: () => void, onEmpty: () => void}} handlers
   */
  constructor({ words, formats, locale }, handlers) {
    this.words = words.ask;
    this.formats = formats;
    this.handlers = handlers;
    this.input = h("textarea", {
      id: "agent-goal",
      name: "goal",
      rows: 2,
      "aria-describedby": "agent-hint agent-left",
      enterkeyhint: "send",
      oninput: () => this.#count(),
      onkeydown: (event) => this.#onKey(event),
    });
    this.left = h("span", { class: "left", id: "agent-left" });
    this.today = h("span", { class: "today" });
    this.submit = h("button", { class: "button", type: "submit" }, this.words.submit);
    this.stop = h("button", { class: "button is-quiet", type: "button", hidden: true, onclick: handlers.onStop }, this.words.stop);
    const hint = h("p", { class: "hint" }, h("span", { id: "agent-hint" }, this.words.hint), " ", this.left, " ", this.today);
    this.form = h(
      "form",
      { class: "ask", novalidate: true, onsubmit: (event) => this.#onSubmit(event) },
      h("label", { for: "agent-goal" }, this.words.label),
      this.input,
      h("div", { class: "ask-bar" }, hint, this.stop, this.submit),
    );
    const example = (text) => h("li", {}, h("button", { type: "button", onclick: () => handlers.onAsk(text) }, text));
    this.examples = h(
      "section",
      { class: "examples", "aria-label": this.words.examplesLabel },
      h("p", {}, this.words.examplesLabel),
      h("ul", {}, ...GOALS[locale].map(example)),
      this.#key(SAMPLES[locale]),
    );
    this.#count();
  }

  get goal() {
    return this.input.value.trim();
  }

  set goal(text) {
    this.input.value = text;
    this.#count();
  }

  /** While a run is under way it can be stopped; the examples are for those who have not asked yet. */
  set busy(busy) {
    const root = this.stop.getRootNode();
    if (!busy && root.activeElement === this.stop) this.submit.focus();
    this.stop.hidden = !busy;
    if (busy) this.examples.hidden = true;
  }

  /** Empties the form for another goal. */
  clear() {
    this.goal = "";
    this.input.focus();
  }

  /** @param {number | null} runs that the visitor may still start today @param {string} resets_at ISO 8601 */
  showLeft(runs, resets_at) {
    const { today, noneToday } = this.words;
    this.today.textContent = runs === null ? "" : runs > 0 ? today(runs) : noneToday(this.formats.time(new Date(resets_at)));
  }

  /** What the marks in an answer mean. */
  #key(samples) {
    const { title, ...meanings } = this.words.key;
    const entry = ([status, sample]) =>
      h("div", {}, h("dt", {}, h("mark", { "data-status": status }, sample)), h("dd", {}, meanings[status]));
    return h("div", { class: "key" }, h("p", {}, title), h("dl", {}, ...Object.entries(samples).map(entry)));
  }

  #count() {
    const left = GOAL_CHARS - [...this.input.value.normalize("NFKC").trim()].length;
    this.left.textContent = left < COUNT_FROM ? this.words.left(left) : "";
    this.left.classList.toggle("is-over", left < 0);
    if (left < 0) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  #onKey(event) {
    // During composition (accents, Chinese, Japanese) Enter accepts the word, it does not send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.form.requestSubmit();
  }

  #onSubmit(event) {
    event.preventDefault();
    if (this.goal) {
      this.handlers.onAsk(this.goal);
      return;
    }
    this.input.setAttribute("aria-invalid", "true");
    this.input.focus();
    this.handlers.onEmpty();
  }
}
