// Builds elements without ever parsing HTML: text stays text, whoever wrote it.

/**
 * An element with attributes and children; `null` and `false` children are left out.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] `on*` functions become listeners, `true` an empty attribute, `false` and `null` none
 * @param {...(Node | string | null | false | undefined)} children
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return element;
}

/** The address of a path of the agent's site; null for anything else, such as "//host" or "javascript:". */
export function siteUrl(path, base) {
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  return url.origin === new URL(base).origin ? url.href : null;
}

/** An absolute http(s) address; null for anything else. */
export function webUrl(address) {
  if (typeof address !== "string" || !/^https?:/i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}

/**
 * Where a verified link of an answer leads: a path, an address, a bare domain as in "wa.me/34600123456", mail or telephone.
 * @param {string} written as the answer has it
 */
export function linkTarget(written, base) {
  if (/^(mailto|tel):/i.test(written)) return written;
  if (written.startsWith("/")) return siteUrl(written, base);
  return webUrl(/^[a-z]+:/i.test(written) ? written : `https://${written}`);
}

// Bidirectional controls can make an amount read backwards; tag characters are invisible. Neither has a use in an answer.
const DECEPTIVE = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/gu;

/** Text without the characters that make it read as something else. */
export function plain(text) {
  return String(text).replace(DECEPTIVE, "");
}

/** The entry of a table of words; a key that it does not have is shown as it is. */
export function term(table, key) {
  return Object.hasOwn(table, key) ? table[key] : plain(key);
}
