import {
  AgentProvider,
  Chat,
  createAgentClient,
  httpAgent,
  memoryStorage,
  ThreadList,
  ThreadsProvider,
  useAgentRun,
  Welcome,
} from "agui-kit";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import "agui-kit/styles.css";
import "./page.css";
import {
  agentUrl,
  DAY,
  earlier,
  greeting,
  hasThreads,
  ready,
  root,
  subtitle,
  suggestions,
} from "./page.js";

/** Returns a storage with the earlier conversations. */
function earlierConversations() {
  const storage = memoryStorage();
  Object.entries(earlier).forEach(([title, days], index) => {
    const updatedAt = Date.now() - days * DAY - (index + 1) * 1000;
    const times = { createdAt: updatedAt, updatedAt, readAt: updatedAt };
    void storage.saveRecord({ version: 1, threadId: title, title, ...times });
  });
  return storage;
}

const client = createAgentClient({
  agent: httpAgent({ url: agentUrl }),
  ...(hasThreads && { storage: earlierConversations() }),
});

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
        {hasThreads && <ThreadList collapsible />}
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
