import type { Decorator } from "@storybook/react-vite";
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { Chat, type ChatProps } from "../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../src/hooks/providers/ThreadProvider.tsx";
import type { AgentCapabilities, EventInput, Message } from "../src/protocol/events.ts";
import { createThread } from "../src/store/thread/createThread.ts";
import type { Thread } from "../src/store/thread/thread.ts";
import { runFinished, runStarted, textRun } from "../src/testing/runSteps.ts";
import type { Script, ScriptFunction } from "../src/testing/script.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { trip } from "./fixtures.ts";

interface ConversationProps {
  /** The initial messages. */
  readonly messages?: readonly Message[];
  /** The scripts of the runs, in order. */
  readonly scripts?: readonly Script[];
  /** True to start a run on mount. */
  readonly isStarted?: boolean;
  /** True to block messages until the open question is answered. @defaultValue false */
  readonly isBlocking?: boolean;
  readonly children: ReactNode;
}

/** Renders a thread with a history and a scripted agent. */
export function Conversation({
  messages = [],
  scripts = [[runStarted(), runFinished()]],
  isStarted = false,
  isBlocking = false,
  children,
}: ConversationProps): ReactNode {
  const [thread] = useState(() =>
    createThread({
      agent: scriptedAgent(...scripts),
      threadId: "story",
      initialMessages: messages,
      onSendWithInterrupts: isBlocking ? "block" : "cancel",
    }),
  );
  useEffect(() => {
    if (!isStarted) return;
    void thread.run();
    return () => thread.stop();
  }, [thread, isStarted]);
  return <ThreadProvider thread={thread}>{children}</ThreadProvider>;
}

const chatBackground = {
  colorScheme: "var(--agk-scheme)",
  background: "var(--agk-surface)",
  color: "var(--agk-text)",
};

/** Renders a box as large as the story's page. */
export function Page({ children, ...style }: CSSProperties & { children: ReactNode }): ReactNode {
  return (
    <div style={{ ...chatBackground, blockSize: "min(640px, 90vh)", ...style }}>{children}</div>
  );
}

/** Renders a page that stays usable beside a chat. */
export function Shop({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <Page blockSize="auto" minBlockSize="100vh" padding={24}>
      <h1>Trips</h1>
      <label>
        Where to? <input />
      </label>
      <p>Lisbon, Porto and the Algarve: twelve days by train, with a day off wherever it rains.</p>
      {children}
    </Page>
  );
}

/** Renders a component on the background and in the font of a chat. */
export const onChatBackground: Decorator = (Story) => (
  <div
    style={{ ...chatBackground, padding: 16, fontSize: "var(--agk-font-size)", lineHeight: 1.6 }}
  >
    <Story />
  </div>
);

interface CapableChatProps {
  readonly capabilities: AgentCapabilities;
  readonly answer: string;
  /** Width of the page in pixels. @defaultValue the width of the window */
  readonly width?: number | undefined;
  readonly attachments?: ChatProps["attachments"];
}

/** Renders a chat in the middle of a conversation with an agent of these capabilities. */
export function CapableChat({
  capabilities,
  answer,
  width,
  attachments,
}: CapableChatProps): ReactNode {
  const [thread] = useState(() =>
    createThread({
      agent: { ...scriptedAgent(textRun(answer)), getCapabilities: async () => capabilities },
      initialMessages: trip,
    }),
  );
  return <ThreadChat thread={thread} width={width} attachments={attachments} />;
}

interface ThreadChatProps {
  readonly thread: Thread;
  /** Width of the page in pixels. @defaultValue the width of the window */
  readonly width?: number | undefined;
  readonly attachments?: ChatProps["attachments"];
}

/** Renders a chat for a thread on its own page. */
export function ThreadChat({ thread, width, attachments }: ThreadChatProps): ReactNode {
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <ThreadProvider thread={thread}>
        <Chat attachments={attachments} />
      </ThreadProvider>
    </Page>
  );
}

/** Creates a script that emits events and then hangs, so that a story shows the state between them. */
export function hangAfter(...events: readonly EventInput[]): Script {
  return [runStarted(), events, hang];
}

/** A script step that ends only when the run is aborted. */
export const hang: ScriptFunction = (_input, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
