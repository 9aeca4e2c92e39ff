// Keeps what is new in view while the visitor only watches, and leaves the page alone once they move it themselves.

const TAKING_OVER = ["wheel", "touchmove", "keydown", "pointerdown"];

export class Follower {
  constructor() {
    this.watching = true;
    this.away = new AbortController();
    const stop = () => this.end();
    for (const type of TAKING_OVER) addEventListener(type, stop, { passive: true, signal: this.away.signal });
  }

  /** Scrolls an element into view, no further than needed. */
  show(element, block = "nearest") {
    if (!this.watching) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block, behavior: calm ? "instant" : "smooth" });
  }

  end() {
    this.watching = false;
    this.away.abort();
  }
}
