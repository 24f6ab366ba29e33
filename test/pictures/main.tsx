import "agui-kit/styles.css";
import "./page.css";
import { AgentProvider, Chat, createAgentClient, Welcome } from "agui-kit";
import { scriptedAgent } from "agui-kit/testing";
import { createRoot } from "react-dom/client";
import { capabilities, screenshots, suggestions } from "./screenshots.ts";

const parameters = new URLSearchParams(location.search);
const screenshot = screenshots[parameters.get("screenshot") ?? ""];
const root = document.getElementById("root");
if (!screenshot || !root)
  throw new Error(`Add ?screenshot= with one of ${Object.keys(screenshots).join(", ")}.`);
document.documentElement.dataset.theme = parameters.get("theme") ?? "light";

const agent = {
  ...scriptedAgent(screenshot.script ?? []),
  getCapabilities: async () => capabilities,
};
const client = createAgentClient({ agent });

createRoot(root).render(
  <AgentProvider client={client}>
    <Chat
      title="Shop assistant"
      welcome={
        <Welcome
          title="Good morning, Nora"
          text="I know your orders, products and customers. How can I help?"
        />
      }
      suggestions={suggestions}
    />
  </AgentProvider>,
);

const { sent } = screenshot;
// Resolves with the run, so that a picture shows its end.
Object.assign(window, { isSettled: sent ? client.thread().send(sent) : Promise.resolve() });
