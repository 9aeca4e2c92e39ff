// The contact page: its links carry what was chosen in the calculator.
import { loadChoices, prepareSite } from "./site.js";
import { loadWords } from "./strings.js";

async function start() {
  const locale = prepareSite();
  const asked = new URLSearchParams(location.search);
  const { services, whatsapp } = await loadChoices(locale);
  const service = services.find(({ id }) => id === asked.get("service"));
  const extras = service?.extras.filter(({ id }) => asked.getAll("extra").includes(id)).map(({ name }) => name) ?? [];
  const words = await loadWords(locale);
  const message = service ? words.quote.message(service.name, extras.join(", ")) : "";
  const mail = document.querySelector('a[data-contact="mail"]');
  if (message) mail.href += `?body=${encodeURIComponent(message)}`;
  if (!whatsapp) return;
  const line = document.querySelector('[data-contact="whatsapp"]');
  line.querySelector("a").href = `https://wa.me/${whatsapp}${message ? `?text=${encodeURIComponent(message)}` : ""}`;
  line.hidden = false;
}

start();
