// A run as it happens: the work on one side, the answer sheet on the other.
import { AnswerView } from "./answer-view.js";
import { calculatorUrl, costs, notice, verdict } from "./outcome-view.js";
import { h, plain, siteUrl, webUrl } from "./dom.js";
import { Follower } from "./follower.js";
import { ToolView } from "./tool-view.js";

export class RunView {
  /**
   * @param {string} goal
   * @param {{words: import("./strings.js").Words, formats: import("./formats.js").Formats, base: string, locale: string}} context
   */
  constructor(goal, context) {
    this.context = context;
    const { words } = context;
    /** @type {Map<string, ToolView>} */
    this.calls = new Map();
    this.step = null;
    this.choice = { service: null, extras: [] };
    this.nextStep = null;
    this.answer = new AnswerView(words, {
      base: context.base,
      source: (id) => this.calls.get(id)?.label ?? "",
      onClaim: (ids, on) => ids.forEach((id) => this.calls.get(id)?.element.classList.toggle("is-source", on)),
    });
    this.draft = "";
    this.steps = h("ol", { class: "steps" });
    this.progress = h("span", { class: "progress" }, words.waiting);
    this.clock = h("span", { class: "clock", role: "timer", "aria-label": words.elapsed });
    this.sheetBody = h("div", { class: "sheet-body" }, h("p", { class: "sheet-empty" }, words.sheetWaiting));
    this.sheet = h("section", { class: "sheet", "aria-label": words.sheet }, h("h3", {}, words.sheet), this.sheetBody);
    this.work = h(
      "section",
      { class: "work", role: "log", "aria-live": "off", "aria-busy": "true", "aria-label": words.work, tabindex: -1 },
      h("header", { class: "work-head" }, h("h3", {}, words.work), h("p", { class: "meter" }, this.progress, this.clock)),
      this.steps,
    );
    this.notes = h("div", { class: "run-notes" });
    this.goal = h("h2", { class: "goal", tabindex: -1 }, h("span", { class: "goal-label" }, words.goal), plain(goal));
    this.element = h("article", { class: "run" }, this.goal, this.notes, this.work, this.sheet);
  }

  /** The run is on the page now: bring it into view, and the focus too if the button that started it is gone. */
  begin() {
    this.follower = new Follower();
    this.follower.show(this.element, "start");
    const focused = this.element.getRootNode().activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) this.goal.focus({ preventScroll: true });
  }

  /** Shows the time since the run began. */
  tick(ms) {
    this.clock.textContent = this.context.formats.elapsed(Math.floor(ms / 1000) * 1000 || ms);
  }

  /** @param {import("../agent-client.js").AgentEvent} event */
  show(event) {
    this[`on_${event.type}`](event);
  }

  on_start(event) {
    const { demo } = this.context.words;
    if (event.demo) this.notes.append(h("p", { class: "demo" }, h("strong", {}, demo.label), " ", demo.text));
  }

  on_step({ n, of, last }) {
    const { words } = this.context;
    this.#flush();
    this.progress.textContent = last ? `${words.progress(n, of)}, ${words.lastStep}` : words.progress(n, of);
    this.step = { n, last, text: "", isPlan: false, view: new AnswerView(words, { base: "", source: () => "", onClaim: () => {} }) };
    this.step.element = h("li", { class: "step", "data-n": n });
  }

  on_text({ delta }) {
    this.step.text += delta;
    // Many pieces may arrive between two frames; they are drawn once.
    this.frame ??= requestAnimationFrame(() => this.#flush());
  }

  on_tool_call(event) {
    this.#becomePlan();
    this.#attachStep();
    const view = new ToolView(event, this.context.words, this.context.base);
    this.calls.set(event.id, view);
    this.step.element.append(view.element);
    this.follower.show(view.element);
  }

  on_tool_result(event) {
    this.calls.get(event.id)?.finish(event);
    if (!event.ok) return;
    if (event.name === "suggest_next_step") this.nextStep = event.result;
    if (event.name === "get_service") this.choice = { service: event.result.id, extras: [] };
    if (event.name === "estimate_quote") this.choice = event.result;
  }

  on_done(event) {
    this.#settle();
    const { words, formats } = this.context;
    this.answer.finish(event.answer, event.claims);
    this.sheetBody.replaceChildren(
      event.answer.trim() ? this.answer.element : h("p", { class: "sheet-empty" }, words.emptyAnswer),
      ...verdict(event, { ...this.context, choice: this.choice }),
      ...this.#nextStepButton(),
    );
    this.sheet.append(costs(event, words, formats));
  }

  /** The run is over without a `done`: what arrived stays, marked as unchecked. */
  interrupt(kind, title, text, actions = []) {
    this.#flush();
    this.#settle();
    if (this.draft) this.answer.element.classList.add("is-unchecked");
    else this.sheetBody.replaceChildren();
    this.sheetBody.append(notice(kind, title, text, actions));
  }

  on_error() {
    // The panel says what went wrong, for it holds the goal and the way to try again.
  }

  /** While a step is being written nobody knows whether it will be the plan or the answer: after the first tool call it is drawn as the answer. */
  #flush() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = null;
    if (!this.step?.text || this.step.isPlan) return;
    if (this.calls.size > 0 || this.step.last) {
      this.draft = this.step.text;
      this.answer.draw(this.draft);
      if (!this.answer.element.isConnected) {
        this.sheetBody.replaceChildren(this.answer.element);
        this.follower.show(this.sheet);
      }
      return;
    }
    this.#attachStep();
    this.#drawPlan();
  }

  #drawPlan() {
    this.step.view.element.classList.add("plan");
    if (!this.step.view.element.isConnected) this.step.element.prepend(this.step.view.element);
    this.step.view.draw(this.step.text);
  }

  #becomePlan() {
    if (!this.step.text || this.step.isPlan) return;
    this.step.isPlan = true;
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = null;
    if (this.draft) {
      this.draft = "";
      this.sheetBody.replaceChildren(h("p", { class: "sheet-empty" }, this.context.words.sheetWaiting));
    }
    this.#drawPlan();
  }

  #attachStep() {
    if (!this.step.element.isConnected) this.steps.append(this.step.element);
  }

  #settle() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.work.setAttribute("aria-busy", "false");
    for (const call of this.calls.values()) call.abandon();
    // A text that was drawn as the plan turned out to be the answer: the sheet has it.
    const last = this.steps.lastElementChild;
    if (last && !last.querySelector(".call")) last.remove();
  }

  #nextStepButton() {
    const { kind, label, path, url } = this.nextStep ?? {};
    const { service, extras } = this.choice;
    const { base, locale } = this.context;
    // The tool's link names the service alone; what was estimated in this run is chosen already when the calculator opens.
    const chosen = kind === "quote" && service && path?.includes(`service=${service}`) && extras?.length > 0;
    const href = chosen ? calculatorUrl(base, locale, this.choice) : (path ? siteUrl(path, base) : webUrl(url));
    return href && label ? [h("p", { class: "next" }, h("a", { class: "button", href }, plain(label)))] : [];
  }
}
