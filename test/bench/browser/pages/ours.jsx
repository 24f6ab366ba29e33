import { AgentProvider, Chat, createThread, httpAgent, ThreadProvider } from "agui-kit";
import { createRoot } from "react-dom/client";
import "agui-kit/styles.css";
import { loadEarlier, loadStored, query, ready, root } from "./page.js";

const agent = httpAgent({ url: "/agent" });

function show(messages) {
  const thread = createThread({ agent, initialMessages: messages });
  createRoot(root).render(
    <AgentProvider agent={agent}>
      <ThreadProvider thread={thread}>
        <Chat style={{ height: "100%" }} />
      </ThreadProvider>
    </AgentProvider>,
  );
  return thread;
}

if (query.has("stored")) {
  loadStored().then((text) => ready({ open: () => void show(JSON.parse(text)) }));
} else {
  loadEarlier().then((messages) => {
    const thread = show(messages);
    ready({ send: (text) => void thread.send(text) });
  });
}
