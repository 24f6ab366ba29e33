import type { Meta, StoryObj } from "@storybook/react-vite";
import { type ReactNode, useEffect, useState } from "react";
import { expect, userEvent, waitFor } from "storybook/test";
import { Chat } from "../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../src/hooks/providers/ThreadProvider.tsx";
import { useFrontendTool } from "../../src/hooks/tools/useFrontendTool.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import paintRequest from "../../test/fixtures/recordings/strands/frontend-tool.1.request.json";
import paints from "../../test/fixtures/recordings/strands/frontend-tool.1.sse?raw";
import painted from "../../test/fixtures/recordings/strands/frontend-tool.2.sse?raw";
import { Conversation, Page } from "../conversation.tsx";
import { eventsOf, messagesOf } from "../recordings.ts";
import { renderToolScreen, toolCallEvents, waitForText } from "./toolScreens.tsx";

const meta = {
  title: "Tools/Frontend tools",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const city = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

/** Registers one frontend tool that reports its progress and one that never finishes. */
function PackingTools({ children }: { readonly children: ReactNode }): ReactNode {
  useFrontendTool({
    name: "pack",
    parameters: city,
    async *handler({ city }) {
      for (const item of ["shirts", "shoes"]) yield { item, of: city };
      return { packed: 2 };
    },
    render: ({ status, partialArgs, progress, result }) => (
      <p>
        Packing for {partialArgs.city}:{" "}
        {result ? `${result.packed} things` : (progress?.item ?? status)}
      </p>
    ),
  });
  useFrontendTool({
    name: "weigh",
    parameters: city,
    async *handler(_, { signal }) {
      yield "Waiting for the scales";
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    },
  });
  useFrontendTool({
    name: "book_taxi",
    parameters: city,
    handler: ({ city }) => {
      throw new Error(`No taxi in ${city} at this hour`);
    },
  });
  return children;
}

/** Shows two parallel calls: one is complete, one reports its progress. */
export const ParallelCalls: Story = {
  render: renderToolScreen(PackingTools, [
    [
      runStarted(),
      ...toolCallEvents("c1", "pack", { city: "Lisbon" }),
      ...toolCallEvents("c2", "weigh", { city: "Lisbon" }),
      runFinished(),
    ],
  ]),
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, "Packing for Lisbon: 2 things");
    await userEvent.click(canvas.getByText("Weigh"));
    await waitForText(canvasElement, "Waiting for the scales");
  },
};

/** Sends the error of a failed tool to the agent, which continues. */
export const Failed: Story = {
  render: renderToolScreen(PackingTools, [
    [runStarted(), ...toolCallEvents("c1", "book_taxi", { city: "Lisbon" }), runFinished()],
    textRun("There is no taxi. Take the red line from the airport instead."),
  ]),
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, /Take the red line/);
    await userEvent.click(canvas.getByText("Book taxi"));
    await waitForText(canvasElement, "No taxi in Lisbon at this hour");
  },
};

/** Pauses an agent that never stops calling tools and offers to continue. */
export const PausedAtStepLimit: Story = {
  render: renderToolScreen(
    PackingTools,
    ["c1", "c2", "c3", "c4"].map((id) => [
      runStarted(),
      ...toolCallEvents(id, "book_taxi", { city: "Lisbon" }),
      runFinished(),
    ]),
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole("button", { name: "Continue" })).toBeVisible());
  },
};

/** Restores a conversation that was stored while a frontend tool ran. */
function Reloaded(): ReactNode {
  const [thread, setThread] = useState<Thread>();
  useEffect(() => {
    const before = createThread({
      agent: scriptedAgent([
        runStarted(),
        ...toolCallEvents("c1", "weigh", { city: "Lisbon" }),
        runFinished(),
      ]),
    });
    before.registerTool({ name: "weigh", handler: () => new Promise(() => {}) });
    const stop = before.store.subscribe((snapshot) => {
      if (snapshot.toolCalls.c1?.status !== "running") return;
      stop();
      const agent = scriptedAgent(textRun("Nine kilograms: that is light enough."));
      setThread(createThread({ agent, snapshot: structuredClone(snapshot) }));
    });
    void before.send("Is my bag too heavy?");
    return stop;
  }, []);
  return (
    thread && (
      <Page>
        <ThreadProvider thread={thread}>
          <PackingTools>
            <Chat />
          </PackingTools>
        </ThreadProvider>
      </Page>
    )
  );
}

/** Offers to run the interrupted tool again in an open card, because it might already have had an effect. */
export const CutOffByAReload: Story = {
  render: () => <Reloaded />,
  play: async ({ canvas, canvasElement }) => {
    await waitForText(canvasElement, "Interrupted");
    await waitFor(() => expect(canvas.getByRole("button", { name: "Run again" })).toBeVisible());
  },
};

function Painting({ children }: { readonly children: ReactNode }): ReactNode {
  useFrontendTool({
    name: "change_background",
    parameters: {
      type: "object",
      properties: { background: { type: "string" } },
      required: ["background"],
    },
    handler: () => "The background is blue",
    render: ({ status, partialArgs }) => (
      <p style={{ background: partialArgs.background, padding: 8 }}>
        <span style={{ background: "#000", color: "#fff" }}>{status}</span>
      </p>
    ),
  });
  return children;
}

/** Recorded: a Strands agent calls a frontend tool and continues with its result. */
export const Finished: Story = {
  render: () => (
    <Page>
      <Conversation
        messages={messagesOf(paintRequest)}
        scripts={[[eventsOf(paints)], [eventsOf(painted)]]}
        isStarted
      >
        <Painting>
          <Chat />
        </Painting>
      </Conversation>
    </Page>
  ),
  play: async ({ canvasElement }) => {
    await waitForText(canvasElement, "Done! The background is blue now.");
    await waitForText(canvasElement, "complete");
  },
};
