// Finds the claims of an answer again after Markdown has taken it apart.
//
// The endpoint gives each claim's place in the Markdown source, but what is shown is made of many text nodes. Two private-use
// characters are put around each claim before the source is parsed; they mean nothing to Markdown, travel inside the text and
// tell on the way out where a claim begins and ends.

const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARKERS = /[\uE000\uE001]/;

/** @typedef {import("../agent-client.js").Claim} Claim */

/**
 * The claims that can be marked: in order, inside the answer, none overlapping one before it.
 * @param {string} answer @param {readonly Claim[]} claims
 */
export function markable(answer, claims) {
  const length = [...answer].length;
  let free = 0;
  return [...claims]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter((claim) => {
      const fits = claim.start >= free && claim.end > claim.start && claim.end <= length;
      if (fits) free = claim.end;
      return fits;
    });
}

/**
 * The answer with the two characters around each claim; `start` and `end` count Unicode code points, not UTF-16 units.
 * @param {string} answer @param {readonly Claim[]} claims as `markable` returns them
 */
export function withMarkers(answer, claims) {
  const points = [...answer].map((point) => (MARKERS.test(point) ? "\uFFFD" : point));
  let source = "";
  let at = 0;
  for (const { start, end } of claims) {
    source += points.slice(at, start).join("") + OPEN + points.slice(start, end).join("") + CLOSE;
    at = end;
  }
  return source + points.slice(at).join("");
}

/** Splits text that carries the two characters into pieces and the claim that each belongs to. */
export class ClaimReader {
  /** @param {readonly Claim[]} claims as `markable` returns them */
  constructor(claims) {
    this.claims = claims;
    this.next = 0;
    /** @type {Claim | null} */
    this.open = null;
  }

  /** @param {string} text @returns {{text: string, claim: Claim | null}[]} */
  read(text) {
    const pieces = [];
    for (const part of text.split(/([\uE000\uE001])/)) {
      if (part === OPEN) this.open = this.claims[this.next++] ?? null;
      else if (part === CLOSE) this.open = null;
      else if (part) pieces.push({ text: part, claim: this.open });
    }
    return pieces;
  }
}
