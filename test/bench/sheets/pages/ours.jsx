import {
  AgentProvider,
  Chat,
  httpAgent,
  ThreadList,
  ThreadsProvider,
  useAgentRun,
  Welcome,
} from "agui-kit";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import "agui-kit/styles.css";
import "./page.css";
import { agentUrl, greeting, hasThreads, ready, root, subtitle, suggestions } from "./page.js";

const agent = httpAgent({ url: agentUrl });

function Driver() {
  const { send } = useAgentRun();
  useEffect(() => ready(send), [send]);
  return null;
}

createRoot(root).render(
  <AgentProvider agent={agent}>
    <ThreadsProvider>
      <div
        style={
          hasThreads
            ? { display: "grid", gridTemplateColumns: "260px 1fr", height: "100%" }
            : { height: "100%" }
        }
      >
        {hasThreads && <ThreadList />}
        <Chat
          style={{ height: "100%" }}
          welcome={<Welcome title={greeting} text={subtitle} />}
          suggestions={suggestions}
        />
        <Driver />
      </div>
    </ThreadsProvider>
  </AgentProvider>,
);
