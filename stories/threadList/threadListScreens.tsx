import { type ReactNode, useState } from "react";
import { within } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadList, type ThreadListProps } from "../../src/components/threadList/ThreadList.tsx";
import { AgentProvider } from "../../src/hooks/providers/AgentProvider.tsx";
import { ThreadsProvider } from "../../src/hooks/providers/ThreadsProvider.tsx";
import { memoryStorage } from "../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadRecord, ThreadStorage } from "../../src/store/persistence/threadStorage.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter, Page } from "../conversation.tsx";

export const titles = [
  "Plan a day in Lisbon",
  "Which of the three hotels is nearest to the river, and does it take dogs?",
  "Packing list",
];

const DAY_MS = 86_400_000;

/** Ages of the threads in days; every later thread is a week older than the one before. */
const AGES = [0, 0, 1, 1, 9, 16];

/** Creates a storage with one thread per title; the first is unread, the last is archived. */
export function storageOf(named: readonly string[]): ThreadStorage {
  const storage = memoryStorage();
  const now = Date.now();
  named.forEach((title, at) => {
    const age = AGES[at] ?? 7 * (at - 3);
    const updatedAt = now - at * 1_000 - age * DAY_MS;
    const record: ThreadRecord = {
      version: 1,
      threadId: `t${at}`,
      title,
      hasCustomTitle: true,
      isArchived: at > 0 && at === named.length - 1,
      createdAt: updatedAt - 60_000,
      updatedAt,
      readAt: at === 0 ? updatedAt - 30_000 : updatedAt,
    };
    void storage.saveRecord(record);
  });
  return storage;
}

interface RoomProps extends ThreadListProps {
  readonly storage?: ThreadStorage;
  readonly isBusy?: boolean;
  /** True to show the list alone, without the chat. */
  readonly isNarrow?: boolean;
}

/** Renders a thread list beside a chat. */
export function ThreadListScreen({
  storage = storageOf(titles),
  isBusy = false,
  isNarrow = false,
  ...props
}: RoomProps): ReactNode {
  const [initialStorage] = useState(storage);
  const [agent] = useState(() =>
    scriptedAgent(
      isBusy
        ? hangAfter({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Let me see" })
        : textRun("With pleasure."),
    ),
  );
  // A phone has no room for both.
  const isAlone = isNarrow || window.innerWidth < 640;
  return (
    <AgentProvider agent={agent} storage={initialStorage}>
      <ThreadsProvider>
        <Page {...(isNarrow && { inlineSize: 390 })} display="flex">
          <div
            style={{
              [props.collapsible ? "maxInlineSize" : "inlineSize"]: isAlone ? "100%" : 280,
              flex: "none",
              display: "grid",
            }}
          >
            <ThreadList {...props} />
          </div>
          {!isAlone && <Chat />}
        </Page>
      </ThreadsProvider>
    </AgentProvider>
  );
}

/** Waits for the list and returns its queries. */
export const findThreadList = async (canvas: ReturnType<typeof within>) =>
  within(await canvas.findByRole("navigation", { name: "Conversations" }));
