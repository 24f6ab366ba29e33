import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { BranchPicker } from "../../src/components/message/BranchPicker.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import { textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hangAfter, ThreadChat } from "../conversation.tsx";
import { branchControls } from "../states/messageControls.tsx";
import { StateTable } from "../states/StateTable.tsx";

const meta = {
  title: "Messages/Branches",
  component: BranchPicker,
  args: { messageId: "" },
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof BranchPicker>;

export default meta;
type Story = StoryObj<typeof meta>;

const answers = ["Two days in Lisbon: take the tram.", "Or take the ferry.", "Or just walk."];

interface BranchedChatProps {
  /** True while another answer is being generated. */
  readonly isRunning?: boolean;
}

/** Renders an edited question with a regenerated answer. */
function BranchedChat({ isRunning = false }: BranchedChatProps): ReactNode {
  const [thread] = useState(() =>
    createThread({
      agent: scriptedAgent(
        ...answers.map((text, at) => textRun(text, { messageId: `a${at}` })),
        hangAfter({ type: "TEXT_MESSAGE_CHUNK", messageId: "a9", delta: "One more" }),
      ),
    }),
  );
  useEffect(() => {
    const talk = async () => {
      if (thread.getSnapshot().messages.length > 0) return;
      await thread.send("A weekend in Lisbon");
      await thread.edit(thread.getSnapshot().messages[0]?.id ?? "", "Two days in Lisbon");
      await thread.regenerate();
      if (isRunning) await thread.regenerate();
    };
    void talk();
  }, [thread, isRunning]);
  return <ThreadChat thread={thread} />;
}

type Canvas = Parameters<NonNullable<Story["play"]>>[0]["canvas"];

/** Returns the version labels of the question and of the answer. */
const versions = (canvas: Canvas) =>
  canvas.queryAllByRole("group", { name: /^Version/ }).map((group) => group.ariaLabel);

const hasBoth = (canvas: Canvas) =>
  waitFor(() => expect(versions(canvas)).toEqual(["Version 2 of 2", "Version 2 of 2"]), {
    timeout: 5_000,
  });

export const Two: Story = {
  render: () => <BranchedChat />,
  play: async ({ canvas }) => {
    await hasBoth(canvas);
    const [, ofAnswer] = canvas.getAllByRole("button", { name: "Previous version" });
    if (ofAnswer) await userEvent.click(ofAnswer);
    await waitFor(() => expect(versions(canvas)).toEqual(["Version 2 of 2", "Version 1 of 2"]));
    await canvas.findByText("Or take the ferry.");
  },
};

export const Running: Story = {
  render: () => <BranchedChat isRunning />,
  play: async ({ canvas }) => {
    await canvas.findByRole("group", { name: "Version 3 of 3" }, { timeout: 5_000 });
    const [previous] = canvas.getAllByRole("button", { name: "Previous version" });
    await expect(previous).toHaveAttribute("aria-disabled", "true");
  },
};

export const RightToLeft: Story = {
  render: () => <BranchedChat />,
  globals: { direction: "rtl" },
  play: async ({ canvas }) => {
    await hasBoth(canvas);
    const [previous] = canvas.getAllByRole("button", { name: "Previous version" });
    const [next] = canvas.getAllByRole("button", { name: "Next version" });
    const leftOf = (element: HTMLElement | undefined) => element?.getBoundingClientRect().left ?? 0;
    await expect(leftOf(previous)).toBeGreaterThan(leftOf(next));
    // The arrows also point away from each other in right-to-left text.
    const arrow = previous?.querySelector("svg");
    await expect(arrow && getComputedStyle(arrow).scale).toBe("-1 1");
  },
};

export const Dark: Story = {
  render: () => <BranchedChat />,
  globals: { theme: "dark" },
  play: ({ canvas }) => hasBoth(canvas),
};

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={branchControls} /> };
