import {
  AgentProvider,
  Chat,
  createAgentClient,
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

const client = createAgentClient({ agent: httpAgent({ url: agentUrl }) });
const earlier = ["Orders that are late", "Texts for the autumn sale", "Refund of order 4790"];
if (hasThreads) {
  for (const content of earlier) {
    client.thread({ threadId: content, initialMessages: [{ id: content, role: "user", content }] });
  }
}

function Driver() {
  const { send } = useAgentRun();
  useEffect(() => ready(send), [send]);
  return null;
}

createRoot(root).render(
  <AgentProvider client={client}>
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
          attachments
          welcome={<Welcome title={greeting} text={subtitle} />}
          suggestions={suggestions}
        />
        <Driver />
      </div>
    </ThreadsProvider>
  </AgentProvider>,
);
