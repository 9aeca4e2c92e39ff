// The contact page: its links carry what was chosen in the calculator.
import { loadChoices, prepareSite } from "./site.js";
import { loadWords } from "./strings.js";

async function start() {
  const locale = prepareSite();
  const asked = new URLSearchParams(location.search);
  if (!asked.has("service")) return;
  const services = await loadChoices(locale);
  const service = services.find(({ id }) => id === asked.get("service"));
  if (!service) return;
  const extras = service.extras.filter(({ id }) => asked.getAll("extra").includes(id)).map(({ name }) => name);
  const words = await loadWords(locale);
  const message = encodeURIComponent(words.quote.message(service.name, extras.join(", ")));
  for (const [way, parameter] of [["mail", "body"], ["whatsapp", "text"]]) {
    const link = document.querySelector(`[data-contact="${way}"] a`);
    link.href += `?${parameter}=${message}`;
  }
}

start();
