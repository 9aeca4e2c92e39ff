// The search page: shows what GET /api/search finds for `?q=`.
import { AgentRefusedError, searchSite } from "../agent-client.js";
import { h } from "./dom.js";
import { prepareSite } from "./site.js";
import { loadWords } from "./strings.js";

async function start() {
  const locale = prepareSite();
  const words = await loadWords(locale);
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const results = document.querySelector("#results");
  document.querySelector("[name=q]").value = query;
  results.replaceChildren();
  if (!query) return;
  document.title = `${query} · ${document.title}`;
  const found = document.querySelector("#found");
  try {
    const { hits } = await searchSite(query, { locale });
    results.append(h("ul", { class: "entry-list" }, ...hits.map((hit) => entry(hit, words))));
    found.textContent = words.search.found(hits.length, query);
  } catch (error) {
    console.warn(error);
    found.textContent = (error instanceof AgentRefusedError && error.message) || words.search.failed;
  }
}

function entry({ title, path, kind, excerpt }, words) {
  return h(
    "li",
    {},
    h("h2", {}, h("a", { href: path }, title)),
    h("p", {}, excerpt),
    h("p", { class: "entry-meta" }, words.tool.kinds[kind]),
  );
}

start();
