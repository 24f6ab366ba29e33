import type { Meta, StoryObj } from "@storybook/react-vite";
import type { ComponentType, ReactElement, ReactNode } from "react";
import { expect, userEvent, waitFor, within } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import { useFrontendTool } from "../src/hooks/useFrontendTool.ts";
import { useHumanTool } from "../src/hooks/useHumanTool.ts";
import { useToolRenderer } from "../src/hooks/useToolRenderer.ts";
import type { EventInput, Message } from "../src/protocol/events.ts";
import type { Script } from "../src/testing/script.ts";
import { runFinished, runStarted, textRun } from "../src/testing/steps.ts";
import paintRequest from "../test/fixtures/recordings/strands/frontend-tool.1.request.json";
import paints from "../test/fixtures/recordings/strands/frontend-tool.1.sse?raw";
import painted from "../test/fixtures/recordings/strands/frontend-tool.2.sse?raw";
import { andThenNothing, Conversation, Page } from "./conversation.tsx";
import { eventsOf, saidIn } from "./recorded.ts";

const meta = {
  title: "Tools",
  parameters: { layout: "fullscreen" },
} satisfies Meta;

export default meta;
type Story = StoryObj<typeof meta>;

const call = (id: string, name: string, args: object): readonly EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, parentMessageId: "calls" },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: JSON.stringify(args) },
  { type: "TOOL_CALL_END", toolCallId: id },
];

/** Waits until a text stands in the conversation; what has just come fades in. */
async function shows(canvasElement: HTMLElement, text: string | RegExp): Promise<void> {
  await waitFor(() =>
    expect(within(within(canvasElement).getByRole("log")).getByText(text)).toBeVisible(),
  );
}

const asked: readonly Message[] = [{ id: "u", role: "user", content: "Pack for Lisbon, please." }];

const city = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

/** A tool of the page that says how far it is, and one that never gets to its end. */
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

function Seats({ children }: { readonly children: ReactNode }): ReactNode {
  useHumanTool<{ row?: number }, string>({
    name: "pick_seat",
    render: ({ status, args, result, error, respond, reject }) =>
      status === "waiting" ? (
        <fieldset>
          <legend>Row {args?.row}: which seat?</legend>
          {["Window", "Aisle"].map((seat) => (
            <button key={seat} type="button" onClick={() => void respond(seat)}>
              {seat}
            </button>
          ))}
          <button type="button" onClick={() => void reject("I will stand")}>
            None
          </button>
        </fieldset>
      ) : (
        <p>
          Row {args?.row}: {result ?? error ?? status}
        </p>
      ),
  });
  return children;
}

/** A chat with these tools, whose agent does this. */
function screen(
  Tools: ComponentType<{ readonly children: ReactNode }>,
  scripts: readonly Script[],
): () => ReactElement {
  return () => (
    <Page>
      <Conversation messages={asked} isStarted scripts={scripts}>
        <Tools>
          <Chat />
        </Tools>
      </Conversation>
    </Page>
  );
}

/** Two calls at once: one is done, one says how far it is. */
export const ParallelCalls: Story = {
  render: screen(PackingTools, [
    [
      runStarted(),
      ...call("c1", "pack", { city: "Lisbon" }),
      ...call("c2", "weigh", { city: "Lisbon" }),
      runFinished(),
    ],
  ]),
  play: async ({ canvas, canvasElement }) => {
    await shows(canvasElement, "Packing for Lisbon: 2 things");
    await userEvent.click(canvas.getByText("weigh"));
    await shows(canvasElement, "Waiting for the scales");
  },
};

/** A tool that throws: the agent hears of it and goes on. */
export const FailsAndGoesOn: Story = {
  render: screen(PackingTools, [
    [runStarted(), ...call("c1", "book_taxi", { city: "Lisbon" }), runFinished()],
    textRun("There is no taxi. Take the red line from the airport instead."),
  ]),
  play: async ({ canvas, canvasElement }) => {
    await shows(canvasElement, /Take the red line/);
    await userEvent.click(canvas.getByText("book_taxi"));
    await shows(canvasElement, "No taxi in Lisbon at this hour");
  },
};

/** Two calls wait for a person, and are answered in any order. */
export const WaitingForAPerson: Story = {
  render: screen(Seats, [
    [
      runStarted(),
      ...call("c1", "pick_seat", { row: 12 }),
      ...call("c2", "pick_seat", { row: 13 }),
      runFinished(),
    ],
    textRun("Both seats are yours."),
  ]),
};

export const AnsweredByAPerson: Story = {
  ...WaitingForAPerson,
  play: async ({ canvas, canvasElement }) => {
    const second = await canvas.findByRole("group", { name: "Row 13: which seat?" });
    await userEvent.click(within(second).getByRole("button", { name: "Window" }));
    await shows(canvasElement, "Row 13: Window");
    const first = canvas.getByRole("group", { name: "Row 12: which seat?" });
    await userEvent.click(within(first).getByRole("button", { name: "None" }));
    await shows(canvasElement, "Both seats are yours.");
  },
};

/** The agent would never stop calling; the chat has paused it and offers to continue. */
export const Halted: Story = {
  render: screen(
    PackingTools,
    ["c1", "c2", "c3", "c4"].map((id) => [
      runStarted(),
      ...call(id, "book_taxi", { city: "Lisbon" }),
      runFinished(),
    ]),
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole("button", { name: "Continue" })).toBeVisible());
  },
};

function Weather({ children }: { readonly children: ReactNode }): ReactNode {
  useToolRenderer<{ city?: string }, { sky: string }>({
    name: "get_weather",
    render: ({ partialArgs, result }) => (
      <p>
        ☀ {partialArgs.city ?? "…"}: {result?.sky ?? "looking out of the window"}
      </p>
    ),
  });
  return children;
}

/** A card of the application's own, for a call that the server answers; the arguments stream. */
export const CustomCardStreaming: Story = {
  render: screen(Weather, [
    andThenNothing(
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "get_weather" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Lis' },
    ),
  ]),
  play: async ({ canvasElement }) => {
    await shows(canvasElement, "☀ Lis: looking out of the window");
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

/** Recorded: an agent of Strands calls a tool of the page, and goes on with its answer. */
export const StrandsFrontendTool: Story = {
  render: () => (
    <Page>
      <Conversation
        messages={saidIn(paintRequest)}
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
    await shows(canvasElement, "Done! The background is blue now.");
    await shows(canvasElement, "complete");
  },
};
