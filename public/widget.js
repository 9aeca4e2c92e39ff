// The agent for any page: `<script type="module" src="https://SITE/widget.js"></script>` and `<site-agent locale="es"></site-agent>`.
// It speaks with the site that it was loaded from, which has to list the host page in ALLOWED_ORIGINS.
import { AgentPanel } from "./js/agent-panel.js";
import { h } from "./js/dom.js";

const STYLES = new URL("agent.css", import.meta.url).href;

/**
 * Fires `agent-done` with the `done` event of each run as its `detail`. Its look is set by the `--site-agent-*` properties.
 * Without a `locale` it takes the language of the place that it stands in.
 */
class SiteAgent extends HTMLElement {
  static observedAttributes = ["locale"];

  connectedCallback() {
    this.#draw();
  }

  disconnectedCallback() {
    this.panel?.stop();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.panel) this.#draw();
  }

  async #draw() {
    const drawing = (this.drawing = {});
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const language = this.getAttribute("locale") ?? this.closest("[lang]")?.lang ?? navigator.language;
    const locale = language.slice(0, 2).toLowerCase() === "es" ? "es" : "en";
    this.styles ??= styleSheet(root);
    const [panel] = await Promise.all([AgentPanel.create({ locale, base: import.meta.url }), this.styles]);
    // The language may have been changed once more in the meantime.
    if (this.drawing !== drawing) return;
    this.panel?.stop();
    this.panel?.element.remove();
    this.panel = panel;
    panel.element.lang = locale;
    root.append(panel.element);
  }
}

/** Adds the style sheet to a root; fulfilled when it is there, so that nothing is shown without it. */
function styleSheet(root) {
  return new Promise((resolve) => {
    root.append(h("link", { rel: "stylesheet", href: STYLES, onload: resolve, onerror: resolve }));
  });
}

customElements.define("site-agent", SiteAgent);
