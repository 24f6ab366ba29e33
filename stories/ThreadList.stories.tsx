import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useState } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import { ThreadList } from "../src/components/ThreadList.tsx";
import { AgentProvider } from "../src/hooks/AgentProvider.tsx";
import { ThreadsProvider } from "../src/hooks/ThreadsProvider.tsx";
import { memoryStorage } from "../src/store/storage/memoryStorage.ts";
import type { ThreadRecord, ThreadStorage } from "../src/store/storage/types.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { textRun } from "../src/testing/steps.ts";
import { andThenNothing, Page } from "./conversation.tsx";

const meta = {
  title: "ThreadList",
  component: ThreadList,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof ThreadList>;

export default meta;
type Story = StoryObj<typeof meta>;

const titles = [
  "Plan a day in Lisbon",
  "Which of the three hotels is nearest to the river, and does it take dogs?",
  "Packing list",
];

/** A storage that holds threads of these titles; the first has something new, the last is archived. */
function storageOf(named: readonly string[]): ThreadStorage {
  const storage = memoryStorage();
  named.forEach((title, at) => {
    const updatedAt = 1_790_000_000_000 - at * 60_000;
    const record: ThreadRecord = {
      version: 1,
      threadId: `t${at}`,
      title,
      isNamed: true,
      isArchived: at > 0 && at === named.length - 1,
      createdAt: updatedAt - 60_000,
      updatedAt,
      readAt: at === 0 ? updatedAt - 30_000 : updatedAt,
    };
    void storage.saveRecord(record);
  });
  return storage;
}

interface RoomProps {
  readonly storage?: ThreadStorage;
  readonly isBusy?: boolean;
  /** As wide as the list alone, without the chat. */
  readonly isNarrow?: boolean;
}

/** A list beside a chat. */
function Room({
  storage = storageOf(titles),
  isBusy = false,
  isNarrow = false,
}: RoomProps): ReactNode {
  const [kept] = useState(storage);
  const [agent] = useState(() =>
    scriptedAgent(
      isBusy
        ? andThenNothing({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Let me see" })
        : textRun("With pleasure."),
    ),
  );
  // A phone has no room for both.
  const isAlone = isNarrow || window.innerWidth < 640;
  return (
    <AgentProvider agent={agent} storage={kept}>
      <ThreadsProvider>
        <Page {...(isNarrow && { inlineSize: 390 })} display="flex">
          <div style={{ inlineSize: isAlone ? "100%" : 280, flex: "none" }}>
            <ThreadList />
          </div>
          {!isAlone && <Chat />}
        </Page>
      </ThreadsProvider>
    </AgentProvider>
  );
}

type Canvas = Parameters<NonNullable<Story["play"]>>[0]["canvas"];

const listOf = async (canvas: Canvas) =>
  within(await canvas.findByRole("navigation", { name: "Conversations" }));

/** The first has something new, and the last is archived. */
export const Stored: Story = {
  render: () => <Room />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    await expect(list.getByText("Archived (1)")).toBeVisible();
  },
};

/** Its question was asked before the page was loaded, and the run of the other was cut off. */
export const AwaitingAnswer: Story = {
  render: () => {
    const storage = storageOf(titles);
    const record = { version: 1, createdAt: 1_790_000_000_000, updatedAt: 1_790_000_100_000 };
    const read = { ...record, readAt: record.updatedAt, isNamed: true };
    void storage.saveRecord({ ...read, threadId: "a", title: "Book a hotel", needsAnswer: true });
    void storage.saveRecord({ ...read, threadId: "b", title: "A long answer", isRunning: true });
    return <Room storage={storage} />;
  },
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await list.findByRole("button", { name: "Book a hotel Waiting for you" });
    await expect(list.getByRole("button", { name: "A long answer" })).toBeVisible();
  },
};

export const Empty: Story = {
  render: () => <Room storage={memoryStorage()} />,
  play: async ({ canvas }) => {
    await (await listOf(canvas)).findByText("No conversations yet");
  },
};

/** As long as the storage is read; it shows after a moment only. */
export const Loading: Story = {
  render: () => <Room storage={{ ...memoryStorage(), list: () => new Promise(() => {}) }} />,
};

export const Unreadable: Story = {
  render: () => (
    <Room storage={{ ...memoryStorage(), list: () => Promise.reject(new Error("blocked")) }} />
  ),
  play: async ({ canvas }) => {
    await (await listOf(canvas)).findByRole("alert");
  },
};

/** It goes on while another is shown. */
export const Running: Story = {
  render: () => <Room isBusy />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "Dinner{Enter}");
    await list.findByRole("button", { name: "Dinner Working" }, { timeout: 4000 });
    await userEvent.click(list.getByRole("button", { name: "New conversation" }));
    await waitFor(() => expect(list.queryByText("Dinner")).toBeVisible());
  },
};

export const Actions: Story = {
  render: () => <Room />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await userEvent.click(
      await list.findByRole("button", { name: "Actions for Plan a day in Lisbon" }),
    );
    await expect(list.getByRole("button", { name: "Rename" })).toBeVisible();
  },
};

export const Renaming: Story = {
  render: () => <Room />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    (await list.findByRole("button", { name: "Plan a day in Lisbon New" })).focus();
    await userEvent.keyboard("{F2}");
    await expect(list.getByRole("textbox", { name: "Title" })).toHaveFocus();
  },
};

/** The focus is on what changes nothing. */
export const Deleting: Story = {
  render: () => <Room />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    (await list.findByRole("button", { name: "Plan a day in Lisbon New" })).focus();
    await userEvent.keyboard("{Delete}");
    await expect(list.getByRole("button", { name: "Keep" })).toHaveFocus();
  },
};

const many = Array.from({ length: 40 }, (_, at) => `Conversation number ${at + 1}`);

export const Many: Story = {
  render: () => <Room storage={storageOf(many)} />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    const field = await list.findByRole("searchbox");
    await userEvent.type(field, "number 12");
    // Its ring is on its edge, and is not a second one around that.
    await expect(getComputedStyle(field).outlineOffset).toBe("-2px");
    await expect(list.getAllByRole("listitem")).toHaveLength(1);
  },
};

export const NothingFound: Story = {
  render: () => <Room storage={storageOf(many)} />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await userEvent.type(await list.findByRole("searchbox"), "number 41");
    await expect(await list.findByText("Nothing found")).toBeVisible();
    await expect(list.queryAllByRole("listitem")).toHaveLength(0);
    await expect(list.getByText("0 conversations found")).toBeInTheDocument();
  },
};

const arabic = [
  "خطة ليوم في لشبونة",
  "أي الفنادق الثلاثة أقرب إلى النهر وهل يقبل الكلاب؟",
  "قائمة",
];

export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Room storage={storageOf(arabic)} />
    </div>
  ),
};

export const Dark: Story = {
  render: () => (
    <div data-theme="dark">
      <Room />
    </div>
  ),
};

/** On a phone, 390 px wide. */
export const Narrow: Story = {
  render: () => <Room isNarrow />,
  play: async ({ canvas }) => {
    const list = await listOf(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    const { scrollWidth, clientWidth } = canvas.getByRole("navigation");
    await expect(scrollWidth).toBe(clientWidth);
  },
};
