// The words that the scripts show: one module for each language, and only the one that is needed is loaded.

/** @typedef {typeof import("./strings.en.js").default} Words */

const LOADERS = {
  en: () => import("./strings.en.js"),
  es: () => import("./strings.es.js"),
};

/**
 * The words of a locale; an unknown one reads English.
 * @param {string} locale
 * @returns {Promise<Words>}
 */
export async function loadWords(locale) {
  const module = await (LOADERS[locale] ?? LOADERS.en)();
  return module.default;
}
