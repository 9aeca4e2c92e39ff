// The agent as a visitor uses it: asks for a goal, shows the run, and keeps the goal whatever happens.
import { AgentOfflineError, AgentRefusedError, AgentStreamError, fetchQuota, runAgent } from "../agent-client.js";
import { AskForm } from "./ask-form.js";
import { h } from "./dom.js";
import { Formats } from "./formats.js";
import { calculatorUrl, notice } from "./outcome-view.js";
import { RunView } from "./run-view.js";
import { loadWords } from "./strings.js";

/** Refusals after which asking again may help. */
const PASSING = new Set(["rate_limited", "unavailable"]);

export class AgentPanel {
  /**
   * @param {{locale: string, base?: string}} options `base`: an address of the site that the agent belongs to
   */
  static async create({ locale, base = document.baseURI }) {
    const words = await loadWords(locale);
    return new AgentPanel({ words, formats: new Formats(locale), base, locale });
  }

  constructor(context) {
    this.context = context;
    this.words = context.words;
    this.run = null;
    this.runUnits = null;
    this.ask = new AskForm(context, {
      onAsk: (goal) => this.start(goal),
      onStop: () => this.stop(),
      onEmpty: () => this.#say(this.words.ask.empty),
    });
    this.status = h("p", { class: "status", role: "status" });
    this.stage = h("div", { class: "stage" });
    this.element = h("div", { class: "agent", "data-state": "empty" });
    this.element.append(this.ask.form, this.ask.examples, this.status, this.stage);
    this.#showQuota();
  }

  get state() {
    return this.element.dataset.state;
  }

  get busy() {
    return this.state === "waiting" || this.state === "running";
  }

  /** Starts a run on a goal; another one that is under way is stopped first. */
  async start(goal) {
    // A double click must not be paid for twice.
    if (this.busy && this.run.goal === goal) return;
    this.stop();
    this.ask.goal = goal;
    const run = { goal, view: new RunView(goal, this.context), controller: new AbortController(), began: performance.now() };
    this.run = run;
    this.stage.replaceChildren(run.view.element);
    this.#state("waiting");
    this.#say(this.words.status.working);
    run.view.begin();
    const tick = () => run.view.tick(performance.now() - run.began);
    const timer = setInterval(tick, 1000);
    try {
      await this.#watch(run);
    } catch (error) {
      if (this.run === run) this.#onFailure(run, error);
    } finally {
      clearInterval(timer);
      run.view.follower.end();
      tick();
    }
  }

  /** Stops the run that is under way, if any. */
  stop() {
    if (!this.busy) return;
    const { run } = this;
    this.run = null;
    run.controller.abort();
    const { stopped, status } = this.words;
    run.view.interrupt("stopped", stopped.title, stopped.text, [this.#retry(run.goal)]);
    this.#end("stopped", status.stopped);
  }

  async #watch(run) {
    const { locale, base } = this.context;
    for await (const event of runAgent(run.goal, { locale, base, signal: run.controller.signal })) {
      if (this.run !== run) return;
      run.view.show(event);
      if (event.type === "step") this.#say(this.words.status.step(event.n, event.of));
      else if (event.type === "text" || event.type === "tool_call") this.#state("running");
      else if (event.type === "done") this.#onDone(run, event);
      else if (event.type === "error") this.#onError(run, event);
    }
  }

  #onDone(run, event) {
    const { status } = this.words;
    const warnings = event.unverified_amounts.length + event.unverified_durations.length + event.unverified_links.length;
    run.view.sheet.append(this.#actions(event.answer));
    this.#end("done", warnings ? status.doneWarning(warnings) : status.done);
    if (event.quota) this.#showLeft(event.quota.units_left);
    this.element.dispatchEvent(new CustomEvent("agent-done", { detail: event, bubbles: true, composed: true }));
  }

  #onError(run, { message, retryable }) {
    const { failed, status } = this.words;
    const actions = [...(retryable ? [this.#retry(run.goal)] : []), this.#calculator()];
    run.view.interrupt("failed", failed.title, message, actions);
    this.#end("failed", status.failed);
  }

  #onFailure(run, error) {
    const { offline, broken, status } = this.words;
    if (error instanceof AgentRefusedError) {
      this.#onRefusal(run, error);
    } else if (error instanceof AgentOfflineError) {
      this.stage.replaceChildren(notice("offline", offline.title, offline.text, [this.#retry(run.goal)], "h2"));
      this.#end("offline", offline.title);
    } else {
      if (!(error instanceof AgentStreamError)) console.error(error);
      run.view.interrupt("broken", broken.title, broken.text, [this.#retry(run.goal)]);
      this.#end("broken", `${broken.title}. ${status.failed}`);
    }
  }

  #onRefusal(run, { code, message, retryAfter }) {
    const { refused } = this.words;
    const { formats } = this.context;
    const reason = message || refused.unknown;
    const then = new Date(Date.now() + retryAfter * 1000);
    const when = retryAfter === null ? "" : ` ${refused.resets(formats.time(then), formats.wait(retryAfter))}`;
    const actions = [...(PASSING.has(code) ? [this.#retry(run.goal)] : []), this.#calculator()];
    if (code === "quota_exhausted") this.#showQuota();
    const title = code === "invalid_request" ? refused.change : refused.title;
    this.stage.replaceChildren(notice("refused", title, reason + when, actions, "h2"));
    this.#end("refused", reason + when);
  }

  #retry(goal) {
    return h("button", { class: "button is-quiet", type: "button", onclick: () => this.start(goal) }, this.words.retry);
  }

  #calculator() {
    return h("a", { href: calculatorUrl(this.context.base, this.context.locale) }, this.words.refused.calculator);
  }

  #actions(answer) {
    const button = (label, onclick) => h("button", { class: "button is-quiet", type: "button", onclick }, label);
    return h(
      "p",
      { class: "actions" },
      button(this.words.copy, () => this.#copy(answer)),
      button(this.words.ask.again, () => this.ask.clear()),
    );
  }

  async #copy(answer) {
    try {
      await navigator.clipboard.writeText(answer);
      this.#say(this.words.status.copied);
    } catch {
      // The browser asks for a permission, or the page is not secure.
      this.#say(this.words.status.copyFailed);
    }
  }

  async #showQuota() {
    try {
      const quota = await fetchQuota({ base: this.context.base });
      this.runUnits = quota.run_units;
      this.resetsAt = quota.resets_at;
      this.#showLeft(quota.visitor.units_left);
    } catch (error) {
      // The line is a courtesy: asking tells the visitor soon enough.
      console.warn("The quota could not be read.", error);
    }
  }

  #showLeft(units) {
    if (this.runUnits) this.ask.showLeft(units === null ? null : Math.floor(units / this.runUnits), this.resetsAt);
  }

  #state(state) {
    this.element.dataset.state = state;
    this.ask.busy = this.busy;
  }

  #end(state, said) {
    this.#state(state);
    this.#say(said);
  }

  #say(text) {
    this.status.textContent = text;
  }
}
