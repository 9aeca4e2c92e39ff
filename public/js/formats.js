// Numbers, durations and times as a locale writes them.

export class Formats {
  constructor(locale) {
    this.integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: "always" });
    this.decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: "always" });
    this.clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
    this.dayAndClock = new Intl.DateTimeFormat(locale, { weekday: "long", hour: "2-digit", minute: "2-digit" });
    this.list = new Intl.ListFormat(locale, { type: "conjunction" });
    this.unit = (unit, digits = 0) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits });
  }

  /** Milliseconds as "640 ms", "4.2 sec" or "1 min 5 sec". */
  elapsed(ms) {
    if (ms < 1000) return this.unit("millisecond").format(ms);
    if (ms < 60_000) return this.unit("second", 1).format(ms / 1000);
    const seconds = Math.round(ms / 1000);
    return `${this.unit("minute").format(Math.floor(seconds / 60))} ${this.unit("second").format(seconds % 60)}`;
  }

  /** A moment: its time, and its day where that is not today. */
  time(then, now = new Date()) {
    return (then.toDateString() === now.toDateString() ? this.clock : this.dayAndClock).format(then);
  }

  /** Seconds as "40 sec", "12 min" or "3 hr 12 min", rounded up: never a promise that comes too early. */
  wait(seconds) {
    if (seconds < 60) return this.unit("second").format(Math.ceil(seconds));
    const minutes = Math.ceil(seconds / 60);
    const hours = minutes >= 60 ? [this.unit("hour").format(Math.floor(minutes / 60))] : [];
    const rest = minutes % 60 || !hours.length ? [this.unit("minute").format(minutes % 60)] : [];
    return [...hours, ...rest].join(" ");
  }
}
