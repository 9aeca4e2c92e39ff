// What every page of the site does: its language, and the choices of the price list.

const LOCALE_KEY = "site-agent-locale";

/** The locale of this page. On the first visit to the front page, the browser's languages choose it. */
export function prepareSite() {
  const locale = document.documentElement.lang;
  for (const link of languageLinks()) link.addEventListener("click", () => remember(link.hreflang));
  keepQuery();
  if (location.pathname === "/" && preferred() === "es") location.replace(`/es/${location.search}`);
  return locale;
}

/** Lets the page in the other language begin with what was chosen in this one. */
export function keepQuery() {
  for (const link of languageLinks()) link.search = location.search;
}

function languageLinks() {
  return document.querySelectorAll("a[hreflang]");
}

function preferred() {
  const chosen = recall();
  if (chosen) return chosen;
  const first = navigator.languages.find((language) => /^(en|es)\b/i.test(language));
  return first?.slice(0, 2).toLowerCase() ?? "en";
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

/** The services and extras of the price list in a locale, and facts of the site. */
export async function loadChoices(locale) {
  const response = await fetch("/data/choices.json");
  if (!response.ok) throw new Error(`/data/choices.json answered ${response.status}`);
  const { [locale]: choices, ...site } = await response.json();
  return { ...site, services: choices.services };
}
