import { HttpAgent } from "@ag-ui/client";
import {
  CopilotChat,
  CopilotKitProvider,
  useAgent,
  useCopilotKit,
} from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { loadEarlier, ready, root } from "./page.js";

function Driver() {
  const { copilotkit } = useCopilotKit();
  const { agent } = useAgent({ agentId: "default" });
  useEffect(() => {
    ready({
      send(content) {
        agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
        void copilotkit.runAgent({ agent });
      },
    });
  }, [copilotkit, agent]);
  return null;
}

loadEarlier().then((initialMessages) => {
  const agents = { default: new HttpAgent({ url: "/agent", initialMessages }) };
  createRoot(root).render(
    <CopilotKitProvider selfManagedAgents={agents}>
      <div style={{ height: "100%" }}>
        <CopilotChat agentId="default" />
      </div>
      <Driver />
    </CopilotKitProvider>,
  );
});
