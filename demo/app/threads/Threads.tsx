import { AgentProvider, Chat, ThreadList, ThreadsProvider, useThreads, Welcome } from "agui-kit";
import type { ReactNode } from "react";
import type { Scene } from "../../scenes.ts";
import { SidePanel } from "../SidePanel.tsx";
import { threadsClient } from "./threadsClient.ts";

/** Several conversations, kept in the browser, and the list of them. */
export function Threads({ scene }: { readonly scene: Scene }): ReactNode {
  if (!threadsClient) return null;
  return (
    <AgentProvider client={threadsClient}>
      <ThreadsProvider rememberAs="agui-kit-demo">
        <Conversations />
        <Chat
          className="scene-chat"
          label={scene.title}
          placeholder={scene.placeholder}
          welcome={<Welcome title={scene.welcome} suggestions={scene.suggestions} />}
        />
      </ThreadsProvider>
    </AgentProvider>
  );
}

function Conversations(): ReactNode {
  const { threads } = useThreads();
  const unread = threads.filter(({ isUnread }) => isUnread).length;
  const current = threads.find(({ isCurrent }) => isCurrent)?.title;
  return (
    <SidePanel
      label="Conversations"
      summary={current ?? "a new one"}
      notice={unread > 0 ? `${unread} unread` : undefined}
    >
      <ThreadList onSelect={fold} />
    </SidePanel>
  );
}

/** Where the list stands above the conversation, it makes room for it. */
function fold(): void {
  const panel = document.querySelector<HTMLDetailsElement>("details.side-panel");
  if (panel) panel.open = false;
}
