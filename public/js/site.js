// What every page of the site does: its language, and the choices of the price list.

/** The locale of this page. A link to the other language is a choice, which the Worker respects when `/` is asked for. */
export function prepareSite() {
  for (const link of languageLinks()) link.addEventListener("click", () => remember(link.hreflang));
  keepQuery();
  return document.documentElement.lang;
}

/** Lets the page in the other language begin with what was chosen in this one. */
export function keepQuery() {
  for (const link of languageLinks()) link.search = location.search;
}

function languageLinks() {
  return document.querySelectorAll("a[hreflang]");
}

function remember(locale) {
  document.cookie = `locale=${locale}; path=/; max-age=31536000; samesite=lax`;
}

/** The services of the price list in a locale, each with its extras. */
export async function loadChoices(locale) {
  const response = await fetch("/data/choices.json");
  if (!response.ok) throw new Error(`/data/choices.json answered ${response.status}`);
  const { [locale]: choices } = await response.json();
  return choices.services;
}
