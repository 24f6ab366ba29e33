import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect } from "storybook/test";
import { RunStatusRow } from "../../src/components/status/RunStatusRow.tsx";
import type { Agent } from "../../src/protocol/agent.ts";
import { AgentKitError } from "../../src/protocol/errors.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import asking from "../../test/fixtures/recordings/strands/interrupt-resume.1.sse?raw";
import { Conversation, hangAfter, onChatBackground } from "../conversation.tsx";
import { eventsOf } from "../recordings.ts";
import {
  RunStatusScreen,
  SearchTools,
  searches,
  statusIn,
  withoutNetwork,
} from "./runStatusScreens.tsx";

const meta = {
  title: "Chat/Run status",
  component: RunStatusRow,
  decorators: [onChatBackground],
} satisfies Meta<typeof RunStatusRow>;

export default meta;
type Story = StoryObj<typeof meta>;

const during = (script: Script): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={[script]} isStarted>
      <RunStatusRow />
    </Conversation>
  ),
});

const silent: Agent = {
  async *run(_input, { signal }) {
    await new Promise((_, reject) => signal.addEventListener("abort", reject, { once: true }));
  },
};

/** Waits for the first event of the agent. */
export const Submitted: Story = {
  render: () => <RunStatusScreen create={() => createThread({ agent: silent })} />,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Waiting for a response");
    await expect(statusIn(canvasElement)).toBe("submitted");
  },
};

/** Shows a started run that writes no text at the moment. */
export const Streaming: Story = {
  ...during(hangAfter()),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Working…");
    await expect(statusIn(canvasElement)).toBe("streaming");
  },
};

const untilStopped = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
  new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Lists the running frontend tools by name. */
export const RunningTools: Story = {
  render: () => (
    <RunStatusScreen
      create={() =>
        createThread({ agent: scriptedAgent([runStarted(), [...searches], runFinished()]) })
      }
    >
      <SearchTools handler={untilStopped} />
    </RunStatusScreen>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Running: Search flights, Search hotels…");
    await expect(statusIn(canvasElement)).toBe("executing");
  },
};

/** Recorded: a Strands agent asks for the time of a meeting. */
export const WaitingForUser: Story = {
  ...during([eventsOf(asking)]),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Needs your input");
    await expect(statusIn(canvasElement)).toBe("waiting");
  },
};

const brokenOff: Agent = {
  async *run({ threadId, runId }) {
    yield { type: "RUN_STARTED", threadId, runId };
    throw new AgentKitError("network", "The connection broke.");
  },
  connect() {
    throw new AgentKitError("network", "The connection broke.");
  },
};

export const Reconnecting: Story = {
  render: () => (
    <RunStatusScreen
      create={() =>
        createThread({ agent: brokenOff, reconnect: { firstMs: 600_000, longestMs: 600_000 } })
      }
    />
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Reconnecting…");
    await expect(statusIn(canvasElement)).toBe("reconnecting");
  },
};

/** Shows a reconnect without a network, with no action for the user. */
export const ReconnectingOffline: Story = {
  ...Reconnecting,
  ...withoutNetwork,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("You’re offline. This will continue when you’re back online.");
    await expect(statusIn(canvasElement)).toBe("reconnecting");
  },
};

export const Narrow: Story = {
  ...RunningTools,
  decorators: [
    (Story) => (
      <div style={{ inlineSize: 220 }}>
        <Story />
      </div>
    ),
  ],
};

export const Dark: Story = { ...Streaming, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...RunningTools, globals: { direction: "rtl" } };
