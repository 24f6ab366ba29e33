// CopilotChat as its quick start shows it. Its list of threads belongs to a paid platform.
import { HttpAgent } from "@ag-ui/client";
import {
  CopilotChat,
  CopilotKitProvider,
  useAgent,
  useCopilotKit,
} from "@copilotkit/react-core/v2";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import "@copilotkit/react-core/v2/styles.css";
import "./page.css";
import { agentUrl, greeting, ready, root } from "./page.js";

const agents = { default: new HttpAgent({ url: agentUrl }) };

function Driver() {
  const { copilotkit } = useCopilotKit();
  const { agent } = useAgent({ agentId: "default" });
  useEffect(() => {
    ready((content) => {
      agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
      void copilotkit.runAgent({ agent });
    });
  }, [copilotkit, agent]);
  return null;
}

createRoot(root).render(
  <CopilotKitProvider selfManagedAgents={agents}>
    <div style={{ height: "100%" }}>
      <CopilotChat agentId="default" labels={{ welcomeMessageText: greeting }} />
    </div>
    <Driver />
  </CopilotKitProvider>,
);
