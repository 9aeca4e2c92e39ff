// Starts the agent on its page; `?goal=` fills in a goal without asking it.
import { AgentPanel } from "./agent-panel.js";
import { prepareSite } from "./site.js";

const panel = await AgentPanel.create({ locale: prepareSite() });
document.querySelector("#agent").replaceChildren(panel.element);
const goal = new URLSearchParams(location.search).get("goal");
if (goal) panel.ask.goal = goal;
