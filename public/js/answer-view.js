// The answer: drawn anew while it is written, and once more with its claims marked when it is whole.
import { ClaimReader, markable, withMarkers } from "./claims.js";
import { h, linkTarget, plain } from "./dom.js";
import { blocks, build } from "./markdown.js";

export class AnswerView {
  /**
   * @param {import("./strings.js").Words} words
   * @param {{base: string, source: (call: string) => string, onClaim: (calls: string[], on: boolean) => void}} options
   */
  constructor(words, options) {
    this.words = words;
    this.options = options;
    this.element = h("div", { class: "md" });
    /** @type {string[]} */
    this.drawn = [];
  }

  /** Draws an unfinished text: no links yet, for none is verified, and only the blocks that changed. */
  draw(text) {
    const writer = {
      text: (parent, value) => parent.append(plain(value)),
      link: (parent, token, children) => children(parent),
    };
    const parsed = blocks(text);
    let same = 0;
    while (same < parsed.length && parsed[same].raw === this.drawn[same]) same += 1;
    while (this.element.children.length > same) this.element.lastElementChild.remove();
    for (const { token } of parsed.slice(same)) this.element.append(build(token, writer));
    this.drawn = parsed.map(({ raw }) => raw);
  }

  /** Draws the whole answer with every claim marked by its status. */
  finish(answer, claims) {
    const shown = markable(answer, claims);
    const reader = new ClaimReader(shown);
    const writer = {
      inLink: false,
      text: (parent, value) => this.#write(parent, reader.read(value), writer.inLink),
      link: (parent, token, children) => this.#link(parent, token, children, reader, writer),
    };
    const source = withMarkers(answer, shown);
    this.element.replaceChildren(...blocks(source).map(({ token }) => build(token, writer)));
    this.drawn = [];
  }

  #write(parent, pieces, inLink) {
    for (const { text, claim } of pieces) {
      parent.append(claim && !(inLink && claim.kind === "link") ? this.#claim(text, claim) : plain(text));
    }
  }

  /** `[label](target)`: a link if the claim on its target is verified, otherwise the label with the target in plain sight. */
  #link(parent, token, children, reader, writer) {
    const around = reader.open;
    const element = h("a");
    writer.inLink = true;
    children(element);
    writer.inLink = false;
    const pieces = reader.read(token.href);
    const claim = around ?? pieces.find((piece) => piece.claim)?.claim ?? null;
    const target = pieces.map(({ text }) => text).join("");
    const href = claim?.kind === "link" && claim.status === "verified" ? linkTarget(target, this.options.base) : null;
    if (href) {
      element.href = href;
      parent.append(element);
      return;
    }
    parent.append(...element.childNodes, " (", claim ? this.#claim(target, claim) : plain(target), ")");
  }

  #claim(text, claim) {
    if (claim.kind === "link" && claim.status === "verified") {
      const href = linkTarget(text, this.options.base);
      return href ? h("a", { href }, plain(text)) : plain(text);
    }
    const calls = claim.evidence.map(({ call }) => call);
    const tip = h("span", { class: "tip", role: "tooltip", id: `tip-${crypto.randomUUID()}` }, this.#explain(claim));
    const mark = h(
      "mark",
      {
        "data-status": claim.status,
        tabindex: 0,
        "aria-describedby": tip.id,
        onpointerenter: () => this.#show(mark, tip, calls, true),
        onpointerleave: () => this.#show(mark, tip, calls, false),
        onfocus: () => this.#show(mark, tip, calls, true),
        onblur: () => this.#show(mark, tip, calls, false),
        onkeydown: (event) => event.key === "Escape" && this.#show(mark, tip, calls, false),
      },
      plain(text),
    );
    return h("span", { class: "claim" }, mark, tip);
  }

  #explain(claim) {
    const sources = [...new Set(claim.evidence.map(({ call }) => this.options.source(call)))].filter(Boolean);
    return this.words.claim[claim.status](sources);
  }

  #show(mark, tip, calls, on) {
    tip.classList.toggle("is-shown", on);
    this.options.onClaim(calls, on);
    this.placing?.abort();
    if (!on) return;
    this.#place(tip);
    // The browser may scroll to what was focused only after it says so.
    this.placing = new AbortController();
    addEventListener("scroll", () => this.#place(tip), { passive: true, signal: this.placing.signal });
  }

  /** Keeps a tip inside the answer and the window, however near their edges the marked words are. */
  #place(tip) {
    tip.classList.remove("is-below");
    tip.style.setProperty("--shift", "0px");
    const [box, room] = [tip.getBoundingClientRect(), this.element.getBoundingClientRect()];
    tip.classList.toggle("is-below", box.top < 0);
    const shift = Math.min(0, room.right - box.right) || Math.max(0, room.left - box.left);
    tip.style.setProperty("--shift", `${shift}px`);
  }
}
