// The agent as a visitor uses it: asks for a goal, shows the run, and keeps the goal whatever happens.
import { AgentOfflineError, AgentRefusedError, AgentStreamError, runAgent } from "../agent-client.js";
import { h } from "./dom.js";
import { calculatorUrl, notice } from "./outcome-view.js";
import { RunView } from "./run-view.js";
import { Formats, words as wordsOf } from "./strings.js";

const GOAL_CHARS = 500;

export class AgentPanel {
  /** @param {{locale: string, base?: string}} options `base`: the site that the agent belongs to */
  constructor({ locale, base = document.baseURI }) {
    this.words = wordsOf(locale);
    this.context = { words: this.words, formats: new Formats(locale), base, locale };
    this.run = null;
    this.element = h("div", { class: "agent", "data-state": "empty" });
    this.#buildForm();
    this.status = h("p", { class: "status", role: "status" });
    this.stage = h("div", { class: "stage" });
    this.element.append(this.form, this.examples, this.status, this.stage);
  }

  #buildForm() {
    const { ask } = this.words;
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
    this.submit = h("button", { class: "button", type: "submit" }, ask.submit);
    this.stop = h("button", { class: "button is-quiet", type: "button", hidden: true, onclick: () => this.abort() }, ask.stop);
    this.form = h(
      "form",
      { class: "ask", novalidate: true, onsubmit: (event) => this.#onSubmit(event) },
      h("label", { for: "agent-goal" }, ask.label),
      this.input,
      h("div", { class: "ask-bar" }, h("p", { class: "hint", id: "agent-hint" }, ask.hint, " ", this.left), this.stop, this.submit),
    );
    const example = (text) => h("li", {}, h("button", { type: "button", onclick: () => this.ask(text) }, text));
    this.examples = h(
      "section",
      { class: "examples", "aria-label": ask.examplesLabel },
      h("p", {}, ask.examplesLabel),
      h("ul", {}, ...ask.examples.map(example)),
    );
    this.#count();
  }

  #count() {
    const left = GOAL_CHARS - [...this.input.value.normalize("NFKC").trim()].length;
    this.left.textContent = left < 100 ? this.words.ask.left(left) : "";
    this.left.classList.toggle("is-over", left < 0);
    this.input.removeAttribute("aria-invalid");
  }

  #onKey(event) {
    // During composition (accents, Chinese, Japanese) Enter accepts the word, it does not send.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.form.requestSubmit();
  }

  #onSubmit(event) {
    event.preventDefault();
    const goal = this.input.value.trim();
    if (goal) {
      this.ask(goal);
      return;
    }
    this.input.setAttribute("aria-invalid", "true");
    this.input.focus();
    this.#say(this.words.ask.empty);
  }

  /** Starts a run on a goal; one that is under way is stopped first. */
  async ask(goal) {
    this.abort();
    this.input.value = goal;
    this.#count();
    const run = { goal, view: new RunView(goal, this.context), controller: new AbortController(), began: performance.now() };
    this.run = run;
    run.timer = setInterval(() => run.view.tick(performance.now() - run.began), 1000);
    this.#state("waiting");
    this.#say(this.words.status.working);
    this.stage.replaceChildren(run.view.element);
    try {
      const options = { locale: this.context.locale, base: this.context.base, signal: run.controller.signal };
      for await (const event of runAgent(goal, options)) {
        if (this.run !== run) return;
        this.#onEvent(run, event);
      }
    } catch (error) {
      if (this.run === run) this.#onFailure(run, error);
    } finally {
      clearInterval(run.timer);
      run.view.tick(performance.now() - run.began);
    }
  }

  /** Stops the run that is under way, if any. */
  abort() {
    const { run } = this;
    if (!run || !this.busy) return;
    run.controller.abort();
    this.run = null;
    const { stopped, status } = this.words;
    run.view.interrupt("stopped", stopped.title, stopped.text, [this.#retry(run.goal)]);
    this.#end("stopped", status.stopped);
  }

  get busy() {
    return ["waiting", "running"].includes(this.element.dataset.state);
  }

  #onEvent(run, event) {
    run.view.show(event);
    if (event.type === "step") this.#say(this.words.status.step(event.n, event.of));
    else if (event.type === "text" || event.type === "tool_call") this.#state("running");
    else if (event.type === "done") this.#onDone(event);
    else if (event.type === "error") this.#onError(run, event);
  }

  #onDone(event) {
    const { status } = this.words;
    const warnings = event.unverified_amounts.length + event.unverified_durations.length + event.unverified_links.length;
    this.#end("done", warnings ? status.doneWarning(warnings) : status.done);
    this.stage.querySelector(".sheet").append(this.#actions(event.answer));
    this.element.dispatchEvent(new CustomEvent("agent-done", { detail: event, bubbles: true, composed: true }));
  }

  #onError(run, { message, retryable }) {
    const { failed, status } = this.words;
    const actions = [retryable ? this.#retry(run.goal) : null, this.#calculator()].filter(Boolean);
    run.view.interrupt("failed", failed.title, `${message} ${failed.quotaKept}`, actions);
    this.#end("failed", status.failed);
  }

  #onFailure(run, error) {
    const { offline, broken, status } = this.words;
    if (error instanceof AgentRefusedError) {
      this.#onRefusal(run, error);
    } else if (error instanceof AgentOfflineError) {
      this.stage.replaceChildren(notice("offline", offline.title, offline.text, [this.#retry(run.goal)]));
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
    const reason = code === "invalid_request" ? message : (refused[code] ?? refused.unavailable);
    const when = retryAfter === null ? "" : ` ${refused.resets(formats.moment(retryAfter), formats.wait(retryAfter))}`;
    const retry = ["rate_limited", "unavailable"].includes(code) ? [this.#retry(run.goal)] : [];
    this.stage.replaceChildren(notice("refused", refused.title, reason + when, [...retry, this.#calculator()]));
    this.#end("refused", reason + when);
  }

  #retry(goal) {
    return h("button", { class: "button is-quiet", type: "button", onclick: () => this.ask(goal) }, this.words.retry);
  }

  #calculator() {
    return h("a", { href: calculatorUrl(this.context.base, this.context.locale) }, this.words.refused.calculator);
  }

  #actions(answer) {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(answer);
        this.#say(this.words.status.copied);
      } catch {
        // The browser asks for a permission, or the page is not secure.
        this.#say(this.words.status.copyFailed);
      }
    };
    const again = () => {
      this.input.value = "";
      this.#count();
      this.input.focus();
    };
    return h(
      "p",
      { class: "actions" },
      h("button", { class: "button is-quiet", type: "button", onclick: copy }, this.words.copy),
      h("button", { class: "button is-quiet", type: "button", onclick: again }, this.words.ask.again),
    );
  }

  #state(state) {
    this.element.dataset.state = state;
    this.stop.hidden = !this.busy;
    this.examples.hidden = state !== "empty";
  }

  #end(state, said) {
    this.#state(state);
    this.#say(said);
  }

  #say(text) {
    this.status.textContent = text;
  }
}
