// A safe subset of Markdown: marked reads it, and only the elements below are ever built from it.
import { lexer } from "../vendor/marked.js";
import { h } from "./dom.js";

const INLINE = { strong: "strong", em: "em", del: "del" };

/**
 * The blocks of a Markdown text, each with the source it was read from.
 * @param {string} markdown
 * @returns {{raw: string, token: object}[]}
 */
export function blocks(markdown) {
  return lexer(markdown)
    .filter((token) => token.type !== "space")
    .map((token) => ({ raw: token.raw, token }));
}

/**
 * Builds one block. `writer.text(parent, text)` writes text and `writer.link(parent, token, children)` decides about a link.
 * Headings become paragraphs: an answer has no place in the outline of the page. HTML is shown as it was typed.
 */
export function build(token, writer) {
  switch (token.type) {
    case "heading":
      return inlines(h("p", { class: "md-heading" }), token.tokens, writer);
    case "paragraph":
      return inlines(h("p"), token.tokens, writer);
    case "list":
      return list(token, writer);
    case "blockquote":
      return nested(h("blockquote"), token.tokens, writer);
    case "code":
      return text(h("pre", { tabindex: 0 }), token.text, writer);
    case "table":
      return table(token, writer);
    case "hr":
      return h("hr");
    case "text":
      return token.tokens ? inlines(h("span"), token.tokens, writer) : text(h("span"), token.text, writer);
    default:
      return text(h("p"), token.raw.trim(), writer);
  }
}

function text(parent, value, writer) {
  writer.text(parent, value);
  return parent;
}

function nested(parent, tokens, writer) {
  for (const token of tokens) if (token.type !== "space") parent.append(build(token, writer));
  return parent;
}

function list(token, writer) {
  const element = token.ordered ? h("ol", { start: token.start === 1 ? null : token.start }) : h("ul");
  for (const item of token.items) element.append(nested(h("li"), item.tokens, writer));
  return element;
}

function table(token, writer) {
  const row = (cells, tag) =>
    h("tr", {}, ...cells.map((cell) => inlines(h(tag, { class: `align-${cell.align ?? "start"}` }), cell.tokens, writer)));
  const head = h("thead", {}, row(token.header, "th"));
  const body = h("tbody", {}, ...token.rows.map((cells) => row(cells, "td")));
  return h("div", { class: "md-table", tabindex: 0 }, h("table", {}, head, body));
}

function inlines(parent, tokens, writer) {
  for (const token of tokens) inline(parent, token, writer);
  return parent;
}

function inline(parent, token, writer) {
  if (token.type in INLINE) {
    const element = h(INLINE[token.type]);
    parent.append(element);
    inlines(element, token.tokens, writer);
  } else if (token.type === "codespan") {
    const element = h("code");
    parent.append(element);
    writer.text(element, token.text);
  } else if (token.type === "br") {
    parent.append(h("br"));
  } else if (token.type === "link" && token.raw.startsWith("[")) {
    writer.link(parent, token, (element) => inlines(element, token.tokens, writer));
  } else if (token.type === "text" && token.tokens) {
    inlines(parent, token.tokens, writer);
  } else if (token.type === "text" || token.type === "escape") {
    writer.text(parent, token.text);
  } else {
    // Images, HTML, bare addresses and whatever marked learns one day: shown as typed.
    writer.text(parent, token.raw);
  }
}
