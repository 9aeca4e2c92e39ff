// What every page of the site does: its language, and the choices of the price list.

const LOCALE_KEY = "site-agent-locale";

/**
 * The locale of this page. Whoever comes to `/` from outside is led to `/es/` where the browser prefers Spanish and the
 * visitor has not chosen English before; every other address keeps the language that it names.
 */
export function prepareSite() {
  for (const link of languageLinks()) link.addEventListener("click", () => remember(link.hreflang));
  keepQuery();
  if (location.pathname === "/" && !cameFromThisSite() && preferred() === "es") location.replace(`/es/${location.search}`);
  return document.documentElement.lang;
}

/** Lets the page in the other language begin with what was chosen in this one. */
export function keepQuery() {
  for (const link of languageLinks()) link.search = location.search;
}

function languageLinks() {
  return document.querySelectorAll("a[hreflang]");
}

function cameFromThisSite() {
  return document.referrer.startsWith(`${location.origin}/`);
}

function preferred() {
  return recall() ?? navigator.languages.find((language) => /^(en|es)\b/i.test(language))?.slice(0, 2).toLowerCase();
}

function remember(locale) {
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page only.
  }
}

function recall() {
  try {
    return localStorage.getItem(LOCALE_KEY);
  } catch {
    return null;
  }
}

/** The services of the price list in a locale, each with its extras. */
export async function loadChoices(locale) {
  const response = await fetch("/data/choices.json");
  if (!response.ok) throw new Error(`/data/choices.json answered ${response.status}`);
  const { [locale]: choices } = await response.json();
  return choices.services;
}
