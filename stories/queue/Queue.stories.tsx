import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Queue } from "../../src/components/queue/Queue.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runError, runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter, ThreadChat } from "../conversation.tsx";
import { sunOverSea, trip } from "../fixtures.ts";
import { queueControls } from "../states/queueControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Composer/Queue",
  component: Queue,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof Queue>;

export default meta;
type Story = StoryObj<typeof meta>;

const later = [
  "And a good place for dinner near the river",
  "How do I get there from the airport?",
  "Make it a table with times, prices and how far each of them is from the hotel",
];

type Canvas = Parameters<NonNullable<Story["play"]>>[0]["canvas"];

interface BusyChatProps {
  readonly messages?: readonly Parameters<Thread["send"]>[0][];
  readonly script?: Script;
  readonly width?: number;
  /** True when removing a queued message fails. */
  readonly isOffline?: boolean;
}

const offline = { removeQueued: () => Promise.reject(new TypeError("Failed to fetch")) };

/** Renders a chat with a running agent and queued messages. */
function BusyChat({ messages = later, script, width, isOffline }: BusyChatProps): ReactNode {
  const [thread] = useState(() => {
    const newThread = createThread({
      agent: scriptedAgent(
        script ?? hangAfter({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Let me see" }),
      ),
      initialMessages: trip,
      whenBusy: "queue",
    });
    return isOffline ? Object.assign(newThread, offline) : newThread;
  });
  useEffect(() => {
    void thread.send("Plan a day in Lisbon");
    for (const message of messages) void thread.send(message);
    return () => thread.stop();
  }, [thread, messages]);
  return <ThreadChat thread={thread} width={width} />;
}

/** Finds the queue, with a timeout that allows for a slow machine. */
const theQueue = (canvas: Canvas): Promise<HTMLElement> =>
  canvas.findByRole("region", { name: "Queued messages" }, { timeout: 4000 });

const names = (queue: Canvas) =>
  queue
    .getAllByRole("listitem")
    .map((item: HTMLElement) => item.querySelector(".agk-queue-text")?.textContent);

/** Sends the queued messages one at a time, each after the previous answer. */
export const Waiting: Story = {
  render: () => <BusyChat />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    await waitFor(() => expect(names(queue)).toEqual(later));
    const [first] = queue.getAllByRole("listitem");
    const buttons = within(first as HTMLElement).getAllByRole("button");
    await expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
      "Edit",
      "Send now",
      "Remove",
      "Move",
    ]);
  },
};

/** Shows each message in one line, whose end is cut off, beside its buttons. */
export const OnAPhone: Story = {
  render: () => <BusyChat width={390} />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    await waitFor(() => expect(names(queue)).toEqual(later));
    const tops = within(queue.getAllByRole("listitem")[0] as HTMLElement)
      .getAllByRole("button")
      .map((button) => Math.round(button.getBoundingClientRect().top));
    await expect(new Set(tops).size).toBe(1);
  },
};

export const One: Story = { render: () => <BusyChat messages={later.slice(0, 1)} /> };

/** Moves the first message down with its menu, which gives the focus back to its button. */
export const Reordered: Story = {
  render: () => <BusyChat />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    const [first = "", second = "", third = ""] = later;
    const move = await queue.findByRole("button", { name: `Move ${first}` });
    move.focus();
    await userEvent.keyboard("{Enter}");
    await queue.findByRole("menuitem", { name: "Move down" });
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(names(queue)).toEqual([second, first, third]));
    await waitFor(() => expect(queue.getByRole("button", { name: `Move ${first}` })).toHaveFocus());
  },
};

/** Opens the menu of a message in the middle, which can move in both directions. */
export const OpenMenu: Story = {
  render: () => <BusyChat />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    const [, second = ""] = later;
    await userEvent.click(await queue.findByRole("button", { name: `Move ${second}` }));
    await waitFor(() => expect(queue.getByRole("menuitem", { name: "Move up" })).toHaveFocus());
    // The menu fades in.
    await waitFor(() => expect(queue.getByRole("menuitem", { name: "Move down" })).toBeVisible());
  },
};

/** Pauses the queue while a message is edited. */
export const Editing: Story = {
  render: () => <BusyChat />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    const [first = ""] = later;
    await userEvent.click(await queue.findByRole("button", { name: `Edit ${first}` }));
    await userEvent.type(queue.getByRole("textbox"), ", with a view");
    await expect(queue.getByRole("textbox")).toHaveValue(`${first}, with a view`);
  },
};

/** Asks the user how to continue after a stopped run. */
export const Stopped: Story = {
  render: () => <BusyChat />,
  play: async ({ canvas }) => {
    await theQueue(canvas);
    await userEvent.click(canvas.getByRole("button", { name: "Stop" }));
    await waitFor(() =>
      expect(canvas.getByText("Paused. Send a message to continue.")).toBeVisible(),
    );
  },
};

/** Pauses the queue after a failed run, so that later messages do not fail too. */
export const Failed: Story = {
  render: () => (
    <BusyChat script={[runStarted(), { delayMs: 100 }, runError("The model is overloaded.")]} />
  ),
  play: async ({ canvas }) => {
    await theQueue(canvas);
    await canvas.findByText("The last response failed. Send a message to continue.");
  },
};

const question = { id: "i1", reason: "confirmation", message: "Is it for two?" };

/** Waits for the answer to the agent's question. */
export const AnswerFirst: Story = {
  render: () => (
    <BusyChat
      messages={later.slice(0, 1)}
      script={[
        runStarted(),
        { delayMs: 100 },
        runFinished({ outcome: { type: "interrupt", interrupts: [question] } }),
      ]}
    />
  ),
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    await waitFor(() => expect(queue.getByText("Needs your input")).toBeVisible());
    await expect(await canvas.findByRole("button", { name: "Yes" })).toBeVisible();
  },
};

/** Shows a queued message with an attachment and no text. */
export const AttachmentOnly: Story = {
  render: () => (
    <BusyChat
      messages={[
        [
          {
            type: "image",
            source: { type: "data", mimeType: "image/png", value: sunOverSea },
          },
        ],
      ]}
    />
  ),
  play: async ({ canvas }) => {
    await within(await theQueue(canvas)).findByText("1 attachment");
  },
};

/** Queues the next message while the run can still be stopped. */
export const Steering: Story = {
  render: () => <BusyChat messages={later.slice(0, 1)} />,
  play: async ({ canvas }) => {
    await theQueue(canvas);
    await userEvent.type(canvas.getByRole("textbox"), "And museums");
    await expect(canvas.getByRole("button", { name: "Add to queue" })).toBeVisible();
    await expect(canvas.getByRole("button", { name: "Stop" })).toBeVisible();
  },
};

/** Shows the error above the list until it is dismissed or the next action succeeds. */
export const NotDone: Story = {
  render: () => <BusyChat isOffline />,
  play: async ({ canvas }) => {
    const queue = within(await theQueue(canvas));
    const [first = ""] = later;
    await userEvent.click(await queue.findByRole("button", { name: `Remove ${first}` }));
    await waitFor(() => expect(queue.getByRole("alert")).toBeVisible());
    await waitFor(() => expect(names(queue)).toEqual(later));
  },
};

export const Narrow: Story = { ...Stopped, render: () => <BusyChat width={320} /> };

export const Dark: Story = { ...Stopped, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Waiting, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={queueControls} /> };
