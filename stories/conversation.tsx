import type { Decorator } from "@storybook/react-vite";
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { Chat, type ChatProps } from "../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../src/hooks/providers/ThreadProvider.tsx";
import type { AgentCapabilities, EventInput, Message } from "../src/protocol/events.ts";
import { createThread } from "../src/store/thread/createThread.ts";
import type { Thread } from "../src/store/thread/thread.ts";
import type { Script, ScriptFunction } from "../src/testing/script.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { runFinished, runStarted, textRun } from "../src/testing/steps.ts";
import { trip } from "./fixtures.ts";

interface ConversationProps {
  /** What has been said before. */
  readonly messages?: readonly Message[];
  /** What the agent does in its first run, its second, and so on. */
  readonly scripts?: readonly Script[];
  /** Whether it is run as soon as the story is shown. */
  readonly isStarted?: boolean;
  /** Whether a message waits until what is asked has been answered. @defaultValue false */
  readonly isBlocking?: boolean;
  readonly children: ReactNode;
}

/** A thread for a story: a history, and an agent that plays a script. */
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

const surface = {
  colorScheme: "var(--agk-scheme, light dark)",
  background: "var(--agk-surface)",
  color: "var(--agk-text)",
};

/** A box as large as a story's page. */
export function Page({ children, ...style }: CSSProperties & { children: ReactNode }): ReactNode {
  return <div style={{ ...surface, blockSize: "min(640px, 90vh)", ...style }}>{children}</div>;
}

/** A page that stays usable beside a chat. */
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

/** Puts a part where it would be in a chat: on its surface, in its type. */
export const onSurface: Decorator = (Story) => (
  <div style={{ ...surface, padding: 16, fontSize: "var(--agk-font-size)", lineHeight: 1.6 }}>
    <Story />
  </div>
);

interface CapableChatProps {
  /** What the agent says it can do. */
  readonly capabilities: AgentCapabilities;
  readonly answer: string;
  /** How wide the page is, in pixels; as wide as the window when absent. */
  readonly width?: number | undefined;
  readonly attachments?: ChatProps["attachments"];
}

/** A chat in the middle of a conversation with such an agent. */
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
  /** How wide the page is, in pixels; as wide as the window when absent. */
  readonly width?: number | undefined;
  readonly attachments?: ChatProps["attachments"];
}

/** A chat about a thread, on a page of its own. */
export function ThreadChat({ thread, width, attachments }: ThreadChatProps): ReactNode {
  return (
    <Page {...(width !== undefined && { inlineSize: width })}>
      <ThreadProvider thread={thread}>
        <Chat attachments={attachments} />
      </ThreadProvider>
    </Page>
  );
}

/** A script that does these things and then hangs, so that one can look at what is in between. */
export function andThenNothing(...events: readonly EventInput[]): Script {
  return [runStarted(), events, hang];
}

/** A step of a script that never ends, but with the run. */
export const hang: ScriptFunction = (_input, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
