import { AgentProvider, Chat, ThreadList, ThreadsProvider, useThreads, Welcome } from "agui-kit";
import type { ReactNode } from "react";
import type { Example } from "../../examples/example.ts";
import { focusComposer, isByFinger } from "../focusComposer.ts";
import { SidePanel } from "../SidePanel.tsx";
import { threadsClient } from "./threadsClient.ts";

/** Renders several conversations that are persisted in the browser, and their list. */
export function Threads({ example }: { readonly example: Example }): ReactNode {
  if (!threadsClient) return null;
  return (
    <AgentProvider client={threadsClient}>
      <ThreadsProvider persistKey="agui-kit-demo">
        <Conversations />
        <Chat
          className="example-chat"
          label={example.title}
          placeholder={example.placeholder}
          welcome={<Welcome title={example.welcome} />}
          suggestions={example.suggestions}
        />
      </ThreadsProvider>
    </AgentProvider>
  );
}

function Conversations(): ReactNode {
  const { threads } = useThreads();
  const unread = threads.filter(({ isUnread, isArchived }) => isUnread && !isArchived).length;
  const current = threads.find(({ isCurrent }) => isCurrent)?.title;
  const handleSelect = (threadId: string) => {
    fold();
    const isNew = !threads.some((thread) => thread.threadId === threadId);
    // The composer is rendered by the next frame.
    if (isNew && !isByFinger()) requestAnimationFrame(focusComposer);
  };
  return (
    <SidePanel
      label="Conversations"
      summary={current ?? "new conversation"}
      notice={unread > 0 ? `${unread} unread` : undefined}
    >
      <ThreadList onSelect={handleSelect} />
    </SidePanel>
  );
}

/** Folds the list in a narrow window and focuses its summary. */
function fold(): void {
  const panel = document.querySelector<HTMLDetailsElement>("details.side-panel");
  if (!panel) return;
  panel.open = false;
  panel.querySelector("summary")?.focus();
}
