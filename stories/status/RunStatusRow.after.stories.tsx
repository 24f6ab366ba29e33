import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { ErrorRow } from "../../src/components/status/ErrorRow.tsx";
import { RunStatusRow } from "../../src/components/status/RunStatusRow.tsx";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import overloaded from "../../test/fixtures/recordings/tanstack/server-0.58/llm-error.1.sse?raw";
import recovered from "../../test/fixtures/recordings/tanstack/server-0.58/llm-error.2.sse?raw";
import { Conversation, hangAfter, onChatBackground } from "../conversation.tsx";
import { eventsOf } from "../recordings.ts";
import { runEndedControls } from "../states/chatControls.tsx";
import { StateTable } from "../states/StateTable.tsx";
import {
  RunStatusScreen,
  SearchTools,
  searches,
  statusIn,
  withoutNetwork,
} from "./runStatusScreens.tsx";

const meta = {
  title: "Chat/Run ended",
  component: RunStatusRow,
  decorators: [onChatBackground],
} satisfies Meta<typeof RunStatusRow>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Shows the reason with a retry button. Recorded: the model of TanStack's server is overloaded. */
export const Failed: Story = {
  render: () => (
    <Conversation scripts={[[eventsOf(overloaded)], [eventsOf(recovered)]]} isStarted>
      <RunStatusRow />
    </Conversation>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("The assistant is having trouble right now.");
    await expect(canvas.getByRole("button", { name: "Try again" })).toBeVisible();
    await expect(statusIn(canvasElement)).toBe("failed");
  },
};

export const Retried: Story = {
  ...Failed,
  play: async ({ canvas, canvasElement }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByRole("button")).toBeNull());
    await expect(statusIn(canvasElement)).toBe("quiet");
  },
};

/** Hides the status beside an error row, which shows the same failure. */
export const FailedWithErrorRow: Story = {
  render: () => (
    <Conversation scripts={[[eventsOf(overloaded)]]} isStarted>
      <RunStatusRow />
      <ErrorRow />
    </Conversation>
  ),
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findAllByRole("button", { name: "Try again" })).toHaveLength(1);
    await expect(canvasElement.querySelector(".agk-run-status")).not.toBeVisible();
  },
};

export const Cancelled: Story = {
  render: () => (
    <Conversation
      scripts={[[runStarted(), runFinished({ outcome: { type: "cancelled" } })]]}
      isStarted
    >
      <RunStatusRow />
    </Conversation>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Stopped");
    await expect(statusIn(canvasElement)).toBe("cancelled");
  },
};

/** Pauses after many consecutive tool calls and offers to continue. */
export const PausedAtStepLimit: Story = {
  render: () => (
    <RunStatusScreen
      create={() =>
        createThread({
          agent: scriptedAgent([runStarted(), [...searches], runFinished()]),
          maxAutomaticRuns: 0,
        })
      }
    >
      <SearchTools handler={() => "none"} />
    </RunStatusScreen>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByRole("button", { name: "Continue" });
    await expect(statusIn(canvasElement)).toBe("paused");
  },
};

const question = { id: "i1", reason: "confirmation", message: "Book both?" };

/** Answers the open question and stops the run that would send the answer. */
async function answerAndStop(thread: Thread): Promise<void> {
  await thread.run();
  const resumed = thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
  await waitFor(() => expect(thread.getSnapshot().run.status).toBe("streaming"));
  thread.stop();
  await resumed;
}

/** Offers to continue when all questions are answered but the answers are not sent. */
export const PausedWithUnsentAnswers: Story = {
  render: () => (
    <RunStatusScreen
      create={() =>
        createThread({
          agent: scriptedAgent(
            [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts: [question] } })],
            hangAfter(),
          ),
        })
      }
      start={answerAndStop}
    />
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Your answers haven’t been sent yet.");
    await expect(statusIn(canvasElement)).toBe("paused");
    await expect(canvas.getByRole("button", { name: "Continue" })).toBeVisible();
  },
};

/** Shows that the idle thread is offline. */
export const Disconnected: Story = {
  ...withoutNetwork,
  render: () => (
    <Conversation>
      <RunStatusRow />
    </Conversation>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("You’re offline");
    await expect(statusIn(canvasElement)).toBe("disconnected");
  },
};

export const Narrow: Story = {
  ...Failed,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 240 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...Failed, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Failed, globals: { direction: "rtl" } };

/** Shows the controls in all their states. */
export const States: Story = { render: () => <StateTable controls={runEndedControls} /> };
