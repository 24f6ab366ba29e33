// CopilotChat as its quick start shows it, with its suggestions, its default tool card and its hook for interrupts. The
// application writes the card of an interrupt. The list of threads belongs to a paid platform.
import { HttpAgent } from "@ag-ui/client";
import {
  CopilotChat,
  CopilotKitProvider,
  useAgent,
  useConfigureSuggestions,
  useCopilotKit,
  useDefaultRenderTool,
  useInterrupt,
} from "@copilotkit/react-core/v2";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import "@copilotkit/react-core/v2/styles.css";
import "./page.css";
import "./composed.css";
import "./copilotkit.css";
import { agentUrl, greeting, ready, root, suggestions } from "./page.js";

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

function Chat() {
  const { agent } = useAgent({ agentId: "default" });
  useConfigureSuggestions({
    suggestions: suggestions.map((title) => ({ title, message: title })),
    available: "before-first-message",
  });
  useDefaultRenderTool();
  useInterrupt({
    render: ({ interrupt, resolve, cancel }) => {
      const calls = agent.messages.flatMap(({ toolCalls = [] }) => toolCalls);
      const call = calls.find(({ id }) => id === interrupt?.toolCallId);
      return (
        <div className="ck-approval">
          <b>{interrupt?.message ?? "Approve this action?"}</b>
          {call && (
            <dl>
              {Object.entries(JSON.parse(call.function.arguments)).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{String(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          <div className="ck-buttons">
            <button type="button" className="ui-button" onClick={() => resolve({ approved: true })}>
              Approve
            </button>
            <button type="button" className="ui-button ui-outline" onClick={() => cancel()}>
              Cancel
            </button>
          </div>
        </div>
      );
    },
  });
  return <CopilotChat agentId="default" labels={{ welcomeMessageText: greeting }} />;
}

createRoot(root).render(
  <CopilotKitProvider selfManagedAgents={agents}>
    <div style={{ height: "100%" }}>
      <Chat />
    </div>
    <Driver />
  </CopilotKitProvider>,
);
