// Starts the agent on its page.
import { AgentPanel } from "./agent-panel.js";
import { prepareSite } from "./site.js";

const locale = prepareSite();
const panel = new AgentPanel({ locale });
document.querySelector("#agent").replaceChildren(panel.element);
const goal = new URLSearchParams(location.search).get("goal");
if (goal) panel.input.value = goal;
