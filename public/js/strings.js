// Every word that the scripts show, in both languages, and the forms of numbers and times.
import { en } from "./strings.en.js";
import { es } from "./strings.es.js";

/** @typedef {typeof en} Words */

/** @type {Record<string, Words>} */
export const STRINGS = { en, es };

/** The words of a locale; an unknown one reads English. */
export function words(locale) {
  return STRINGS[locale] ?? en;
}

/** Numbers, durations and times as a locale writes them. */
export class Formats {
  constructor(locale) {
    this.integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: "always" });
    this.decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: "always" });
    this.clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
    this.day = new Intl.DateTimeFormat(locale, { weekday: "long", hour: "2-digit", minute: "2-digit" });
    this.list = new Intl.ListFormat(locale, { type: "conjunction" });
    this.unit = (unit) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });
  }

  /** Milliseconds as "640 ms", "4.2 s" or "1 min 5 s". */
  elapsed(ms) {
    if (ms < 1000) return this.unit("millisecond").format(Math.round(ms));
    if (ms < 60_000) return this.unit("second").format(ms / 1000);
    const rest = Math.round((ms % 60_000) / 1000);
    return `${this.unit("minute").format(Math.floor(ms / 60_000))} ${this.unit("second").format(rest)}`;
  }

  /** The moment `seconds` from `now`: the time, and its day where that is another one. */
  moment(seconds, now = new Date()) {
    const then = new Date(now.getTime() + seconds * 1000);
    return (then.toDateString() === now.toDateString() ? this.clock : this.day).format(then);
  }

  /** Seconds as "40 s", "12 min" or "3 h 12 min", rounded up: never a promise that comes too early. */
  wait(seconds) {
    if (seconds < 60) return this.unit("second").format(seconds);
    const minutes = Math.ceil(seconds / 60);
    const parts = [];
    if (minutes >= 60) parts.push(this.unit("hour").format(Math.floor(minutes / 60)));
    if (minutes % 60 || !parts.length) parts.push(this.unit("minute").format(minutes % 60));
    return parts.join(" ");
  }
}
