import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { ThreadList } from "../../src/components/threadList/ThreadList.tsx";
import { memoryStorage } from "../../src/store/persistence/adapters/memoryStorage.ts";
import { repeatsLandmarks } from "../states/reasons.ts";
import { StateTable } from "../states/StateTable.tsx";
import { threadControls } from "../states/surfaceControls.tsx";
import { threadHeadControls } from "../states/threadActionControls.tsx";
import { findThreadList, storageOf, ThreadListScreen, titles } from "./threadListScreens.tsx";

const meta = {
  title: "Threads/Thread list",
  component: ThreadList,
  parameters: { layout: "fullscreen" },
  render: (args) => <ThreadListScreen {...args} />,
} satisfies Meta<typeof ThreadList>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Marks the first thread as unread and archives the last. */
export const Stored: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    await expect(list.getByText("Archived (1)")).toBeVisible();
  },
};

/** Marks the thread that is shown beside the list. */
export const Selected: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    const button = await list.findByRole("button", { name: /^Which of the three hotels/ });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveAttribute("aria-current", "true"));
  },
};

/** Shows the archived threads, which can be restored. */
export const Archive: Story = {
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await userEvent.click(await list.findByText("Archived (1)"));
    await userEvent.click(list.getByRole("button", { name: "Actions for Packing list" }));
    const unarchive = list.getByRole("menuitem", { name: "Unarchive" });
    await waitFor(() => expect(unarchive).toBeVisible());
  },
};

/** Shows a fallback title for a thread without a title or text. */
export const Untitled: Story = {
  render: (args) => {
    const storage = storageOf(titles);
    const updatedAt = 1_790_000_100_000;
    const times = { createdAt: updatedAt, updatedAt, readAt: updatedAt };
    void storage.saveRecord({ version: 1, threadId: "a", ...times });
    return <ThreadListScreen {...args} storage={storage} />;
  },
  play: async ({ canvas }) => {
    await (await findThreadList(canvas)).findByRole("button", { name: "Untitled" });
  },
};

/** Shows a thread with a stored question, and one whose run was cut off. */
export const WaitingForAnswer: Story = {
  render: (args) => {
    const storage = storageOf(titles);
    const record = { version: 1, createdAt: 1_790_000_000_000, updatedAt: 1_790_000_100_000 };
    const read = { ...record, readAt: record.updatedAt, hasCustomTitle: true };
    void storage.saveRecord({ ...read, threadId: "a", title: "Book a hotel", needsInput: true });
    void storage.saveRecord({ ...read, threadId: "b", title: "A long answer", isRunning: true });
    return <ThreadListScreen {...args} storage={storage} />;
  },
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await list.findByRole("button", { name: "Book a hotel Needs your input" });
    await expect(list.getByRole("button", { name: "A long answer" })).toBeVisible();
  },
};

export const Empty: Story = {
  render: (args) => <ThreadListScreen {...args} storage={memoryStorage()} />,
  play: async ({ canvas }) => {
    await (await findThreadList(canvas)).findByText("No conversations yet");
  },
};

/** Shows a loading state after a short delay while the storage is read. */
export const Loading: Story = {
  render: (args) => (
    <ThreadListScreen
      {...args}
      storage={{ ...memoryStorage(), list: () => new Promise(() => {}) }}
    />
  ),
};

export const Unreadable: Story = {
  render: (args) => (
    <ThreadListScreen
      {...args}
      storage={{ ...memoryStorage(), list: () => Promise.reject(new Error("blocked")) }}
    />
  ),
  play: async ({ canvas }) => {
    await (await findThreadList(canvas)).findByRole("alert");
  },
};

/** Runs a thread in the background while another is shown. */
export const Running: Story = {
  render: (args) => <ThreadListScreen {...args} isBusy />,
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    await userEvent.type(canvas.getByRole("textbox", { name: "Message" }), "Dinner{Enter}");
    await list.findByRole("button", { name: "Dinner Working…" }, { timeout: 4000 });
    await userEvent.click(list.getByRole("button", { name: "New conversation" }));
    await waitFor(() => expect(list.queryByText("Dinner")).toBeVisible());
  },
};

const many = Array.from({ length: 40 }, (_, at) => `Conversation number ${at + 1}`);

export const Many: Story = {
  render: (args) => <ThreadListScreen {...args} storage={storageOf(many)} />,
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    const field = await list.findByRole("searchbox");
    await userEvent.type(field, "number 12");
    // The focus ring is inside the field, so no second ring surrounds the border.
    await expect(getComputedStyle(field).outlineOffset).toBe("-2px");
    await expect(list.getAllByRole("listitem")).toHaveLength(1);
  },
};

export const NoResults: Story = {
  render: (args) => <ThreadListScreen {...args} storage={storageOf(many)} />,
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await userEvent.type(await list.findByRole("searchbox"), "number 41");
    await expect(await list.findByText("No results")).toBeVisible();
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
  render: (args) => (
    <div dir="rtl">
      <ThreadListScreen {...args} storage={storageOf(arabic)} />
    </div>
  ),
};

export const Dark: Story = {
  render: (args) => (
    <div data-theme="dark">
      <ThreadListScreen {...args} />
    </div>
  ),
};

/** Shows the list on a phone, 390 px wide. */
export const Narrow: Story = {
  render: (args) => <ThreadListScreen {...args} isNarrow />,
  play: async ({ canvas }) => {
    const list = await findThreadList(canvas);
    await list.findByRole("button", { name: "Plan a day in Lisbon New" });
    const { scrollWidth, clientWidth } = canvas.getByRole("navigation");
    await expect(scrollWidth).toBe(clientWidth);
  },
};

/** Shows the controls in all their states. */
export const States: Story = {
  parameters: repeatsLandmarks,
  render: () => <StateTable controls={[...threadHeadControls, ...threadControls]} />,
};
