// The quote calculator: the visitor chooses, POST /api/quote works it out.
import { requestQuote } from "../agent-client.js";
import { h } from "./dom.js";
import { keepQuery, loadChoices, prepareSite } from "./site.js";
import { loadWords } from "./strings.js";
import { ledger } from "./tool-view.js";

class Calculator {
  constructor(locale, words, services) {
    this.locale = locale;
    this.words = words;
    this.services = services;
    this.select = h("select", { id: "service", onchange: () => this.choose(this.select.value) });
    this.select.append(...services.map(({ id, name }) => h("option", { value: id }, name)));
    this.extras = h("fieldset", { onchange: () => this.update() });
    this.result = h("section", { class: "sheet result", "aria-label": this.words.quote.range });
    this.status = h("p", { class: "status", role: "status" });
    this.element = h(
      "div",
      { class: "calculator agent" },
      h("form", {}, h("label", { class: "field", for: "service" }, this.words.quote.service), this.select, this.extras),
      this.result,
      this.status,
    );
  }

  get service() {
    return this.services.find(({ id }) => id === this.select.value);
  }

  get chosenExtras() {
    return [...this.extras.querySelectorAll("input:checked")].map(({ value }) => value);
  }

  /** Shows the extras of a service, with those already chosen. */
  choose(service, extras = []) {
    this.select.value = service;
    const { quote } = this.words;
    const options = this.service.extras.map(({ id, name, price }) =>
      h(
        "label",
        { class: "extra" },
        h("input", { type: "checkbox", name: "extra", value: id, checked: extras.includes(id) }),
        h("span", {}, name),
        h("span", { class: "price" }, price),
      ),
    );
    this.extras.replaceChildren(h("legend", {}, quote.extras), ...(options.length ? options : [h("p", {}, quote.noExtras)]));
    return this.update();
  }

  /** Asks for the estimate of what is chosen now; an older question that is still open no longer matters. */
  async update() {
    this.pending?.abort();
    const pending = (this.pending = new AbortController());
    this.#remember();
    this.result.setAttribute("aria-busy", "true");
    try {
      const options = { locale: this.locale, signal: pending.signal };
      this.#show(await requestQuote(this.select.value, this.chosenExtras, options));
    } catch (error) {
      if (pending.signal.aborted) return;
      console.warn(error);
      this.result.replaceChildren(h("p", { class: "plain-notice" }, this.words.quote.unavailable));
      this.status.textContent = this.words.quote.unavailable;
    }
    this.result.setAttribute("aria-busy", "false");
  }

  #show({ lines, total, timeline }) {
    const { quote, tool } = this.words;
    const rows = lines.map(({ name, price }) => [name, price.text]);
    this.result.replaceChildren(
      h(
        "div",
        { class: "total-line" },
        h("h2", {}, quote.range),
        h("p", { class: "total" }, total.text),
        h("p", { class: "total-timeline" }, `${quote.timeline}: ${timeline.text}`),
      ),
      ledger(tool.names.estimate_quote, rows, [tool.total, total.text]),
      h("p", { class: "next" }, h("a", { class: "button", href: this.#contact() }, quote.next)),
    );
    this.status.textContent = quote.status(total.text, timeline.text);
  }

  #query() {
    return new URLSearchParams([["service", this.select.value], ...this.chosenExtras.map((id) => ["extra", id])]);
  }

  #contact() {
    return `${this.locale === "es" ? "/es/contact" : "/contact"}?${this.#query()}`;
  }

  /** The address holds the choice, so that it can be shared and the other language shows it too. */
  #remember() {
    history.replaceState(null, "", `?${this.#query()}`);
    keepQuery();
  }
}

async function start() {
  const locale = prepareSite();
  const words = await loadWords(locale);
  const root = document.querySelector("#calculator");
  const asked = new URLSearchParams(location.search);
  try {
    const services = await loadChoices(locale);
    const calculator = new Calculator(locale, words, services);
    root.replaceChildren(calculator.element);
    const known = services.some(({ id }) => id === asked.get("service"));
    await calculator.choose(known ? asked.get("service") : services[0].id, asked.getAll("extra"));
  } catch (error) {
    console.warn(error);
    root.replaceChildren(h("p", { class: "plain-notice" }, words.quote.noChoices));
  }
}

start();
