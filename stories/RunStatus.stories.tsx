import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { ErrorRow } from "../src/components/ErrorRow.tsx";
import { RunStatus } from "../src/components/RunStatus.tsx";
import { ThreadProvider } from "../src/hooks/ThreadProvider.tsx";
import { useFrontendTool } from "../src/hooks/useFrontendTool.ts";
import type { Agent } from "../src/protocol/agent.ts";
import { AgentKitError } from "../src/protocol/errors.ts";
import type { EventInput } from "../src/protocol/events.ts";
import { createThread } from "../src/store/createThread.ts";
import type { Thread } from "../src/store/thread.ts";
import type { Script } from "../src/testing/script.ts";
import { scriptedAgent } from "../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import asking from "../test/fixtures/recordings/strands/interrupt-resume.1.sse?raw";
import overloaded from "../test/fixtures/recordings/tanstack/server-0.58/llm-error.1.sse?raw";
import recovered from "../test/fixtures/recordings/tanstack/server-0.58/llm-error.2.sse?raw";
import { andThenNothing, Conversation, onSurface } from "./conversation.tsx";
import { eventsOf } from "./recorded.ts";

const meta = {
  title: "RunStatus",
  component: RunStatus,
  decorators: [onSurface],
} satisfies Meta<typeof RunStatus>;

export default meta;
type Story = StoryObj<typeof meta>;

const during = (...scripts: readonly Script[]): Pick<Story, "render"> => ({
  render: () => (
    <Conversation scripts={scripts} isStarted>
      <RunStatus />
      <ErrorRow />
    </Conversation>
  ),
});

const silent: Agent = {
  async *run(_input, { signal }) {
    await new Promise((_, reject) => signal.addEventListener("abort", reject, { once: true }));
  },
};

/** A thread of its own kind, run as soon as it is shown. */
function Running({
  create,
  children,
}: {
  readonly create: () => Thread;
  readonly children?: ReactNode;
}): ReactNode {
  const [thread] = useState(create);
  useEffect(() => {
    void thread.run();
    return () => thread.stop();
  }, [thread]);
  return (
    <ThreadProvider thread={thread}>
      {children}
      <RunStatus />
    </ThreadProvider>
  );
}

const status = (canvasElement: HTMLElement) =>
  canvasElement.querySelector(".agk-run-status")?.getAttribute("data-status");

/** Nothing has been heard of the agent. */
export const Submitted: Story = {
  render: () => <Running create={() => createThread({ agent: silent })} />,
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Waiting for an answer");
    await expect(status(canvasElement)).toBe("submitted");
  },
};

/** It has begun, and writes nothing at the moment. */
export const Streaming: Story = {
  ...during(andThenNothing()),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Working");
    await expect(status(canvasElement)).toBe("streaming");
  },
};

const calls: readonly EventInput[] = ["search_flights", "search_hotels"].flatMap(
  (toolCallName): EventInput[] => [
    { type: "TOOL_CALL_START", toolCallId: toolCallName, toolCallName, parentMessageId: "m" },
    { type: "TOOL_CALL_END", toolCallId: toolCallName },
  ],
);

function SlowTools(): ReactNode {
  const handler = (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  useFrontendTool({ name: "search_flights", handler });
  useFrontendTool({ name: "search_hotels", handler });
  return null;
}

/** Those of the page, by their names. */
export const RunningTools: Story = {
  render: () => (
    <Running
      create={() =>
        createThread({ agent: scriptedAgent([runStarted(), [...calls], runFinished()]) })
      }
    >
      <SlowTools />
    </Running>
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Running search_flights, search_hotels");
    await expect(status(canvasElement)).toBe("executing");
  },
};

/** Recorded: an agent of Strands asks when a meeting is to be. */
export const WaitingForAPerson: Story = {
  ...during([eventsOf(asking)]),
  play: async ({ canvas }) => {
    await canvas.findByText("Waiting for you");
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
    <Running
      create={() =>
        createThread({ agent: brokenOff, reconnect: { firstMs: 600_000, longestMs: 600_000 } })
      }
    />
  ),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("Reconnecting");
    await expect(status(canvasElement)).toBe("reconnecting");
  },
};

/** Then it is the row of the error that speaks. Recorded: the model behind TanStack's server is overloaded. */
export const Failed: Story = {
  ...during([eventsOf(overloaded)], [eventsOf(recovered)]),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText("400 The model is overloaded");
    await expect(status(canvasElement)).toBe("quiet");
  },
};

export const Retried: Story = {
  ...Failed,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(canvas.queryByRole("button")).toBeNull());
  },
};

export const Cancelled: Story = {
  ...during([runStarted(), runFinished({ outcome: { type: "cancelled" } })]),
  play: async ({ canvas }) => {
    await canvas.findByText("Stopped");
  },
};

/** It has called tools many times in a row, and waits to be told to go on. */
export const Halted: Story = {
  render: () => (
    <Running
      create={() =>
        createThread({
          agent: scriptedAgent([runStarted(), [...calls], runFinished()]),
          maxSteps: 0,
        })
      }
    >
      <QuickTools />
    </Running>
  ),
  play: async ({ canvas }) => {
    await canvas.findByRole("button", { name: "Continue" });
  },
};

function QuickTools(): ReactNode {
  useFrontendTool({ name: "search_flights", handler: () => "none" });
  useFrontendTool({ name: "search_hotels", handler: () => "none" });
  return null;
}

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
