import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { EarlierMessages } from "../../src/components/transcript/EarlierMessages.tsx";
import type { HistoryPage, HistoryRequest } from "../../src/protocol/dialect.ts";
import { AgentKitError } from "../../src/protocol/errors.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import storedConversation from "../../test/fixtures/recordings/strands/multi-turn.3.client.json";
import { ThreadChat } from "../conversation.tsx";
import { messagesOf } from "../recordings.ts";
import { transcriptControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Earlier messages",
  component: EarlierMessages,
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof EarlierMessages>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Recorded: three turns with a Strands agent, as the client stored them at the end. */
const all = messagesOf({ body: storedConversation });
/** The second page: the messages before the last two turns. */
const earlier = all.slice(0, 2);
const latest = all.slice(2);

interface OpenedChatProps {
  /** Outcome of loading the second page. */
  readonly then: "comes" | "hangs" | "fails";
  readonly width?: number;
}

/** Renders a chat that opens at the end of a longer conversation. */
function OpenedChat({ then, width }: OpenedChatProps): ReactNode {
  const [thread] = useState(() => {
    const agent = scriptedAgent(textRun("That is all."));
    const history = async ({ cursor }: HistoryRequest): Promise<HistoryPage> => {
      if (cursor === undefined) return { messages: latest, olderCursor: "older" };
      if (then === "hangs") return new Promise(() => {});
      if (then === "fails") throw new AgentKitError("network", "There is no network.");
      return { messages: earlier };
    };
    const run: typeof agent.run = (input, options) => agent.run(input, options);
    return createThread({ agent: { run, history }, threadId: "story" });
  });
  useEffect(() => {
    if (thread.getSnapshot().messages.length === 0) void thread.connect();
  }, [thread]);
  return <ThreadChat thread={thread} {...(width !== undefined && { width })} />;
}

type Canvas = Parameters<NonNullable<Story["play"]>>[0]["canvas"];

/** Scrolls to the top of the transcript and returns the button. */
async function atTheTop(canvas: Canvas): Promise<HTMLElement> {
  const button = await canvas.findByRole(
    "button",
    { name: "Load earlier messages" },
    { timeout: 5_000 },
  );
  const log = canvas.getByRole("log");
  // A newly mounted transcript follows the end: wait until the scroll position is released.
  await waitFor(() => {
    log.scrollTop = 0;
    expect(canvas.getByRole("button", { name: "Scroll to the end" })).toBeVisible();
  });
  await waitFor(() => expect(button.getBoundingClientRect().bottom).toBeGreaterThan(0));
  return button;
}

export const Offered: Story = {
  render: () => <OpenedChat then="comes" />,
  play: async ({ canvas }) => {
    await atTheTop(canvas);
  },
};

export const Loading: Story = {
  render: () => <OpenedChat then="hangs" />,
  play: async ({ canvas }) => {
    await userEvent.click(await atTheTop(canvas));
    const button = await canvas.findByRole("button", { name: "Loading earlier messages…" });
    await expect(button).toHaveAttribute("aria-disabled", "true");
  },
};

export const Failed: Story = {
  render: () => <OpenedChat then="fails" />,
  play: async ({ canvas }) => {
    await userEvent.click(await atTheTop(canvas));
    await canvas.findByRole("button", { name: "Try again" });
  },
};

/** Loads the whole conversation and keeps the scroll position. */
export const Loaded: Story = {
  render: () => <OpenedChat then="comes" />,
  play: async ({ canvas }) => {
    const button = await atTheTop(canvas);
    await userEvent.click(button);
    await waitFor(() => expect(canvas.queryByText("Load earlier messages")).toBeNull());
    await expect(canvas.getAllByRole("article", { name: "You" })).toHaveLength(3);
    await expect(canvas.getByRole("log").scrollTop).toBeGreaterThan(0);
  },
};

export const Narrow: Story = {
  render: () => <OpenedChat then="fails" width={320} />,
  play: async ({ canvas }) => {
    await userEvent.click(await atTheTop(canvas));
    await canvas.findByRole("button", { name: "Try again" });
  },
};

export const RightToLeft: Story = { ...Failed, globals: { direction: "rtl" } };

export const Dark: Story = { ...Failed, globals: { theme: "dark" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={transcriptControls} /> };
