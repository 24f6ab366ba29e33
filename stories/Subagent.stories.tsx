import type { Meta, StoryObj } from "@storybook/react-vite";
import { expect, userEvent, waitFor } from "storybook/test";
import { Chat } from "../src/components/Chat.tsx";
import type { EventInput, Interrupt } from "../src/protocol/events.ts";
import type { Script } from "../src/testing/script.ts";
import { runFinished, runStarted } from "../src/testing/steps.ts";
import everything from "../test/fixtures/recordings/encoder/all-events-1.0.0.sse?raw";
import { andThenNothing, Conversation, Page } from "./conversation.tsx";
import { eventsUpTo } from "./recorded.ts";

const says = (messageId: string, text: string, subagentRunId?: string): EventInput[] => [
  {
    type: "TEXT_MESSAGE_START",
    messageId,
    role: "assistant",
    ...(subagentRunId !== undefined && { subagentRunId }),
  },
  {
    type: "TEXT_MESSAGE_CONTENT",
    messageId,
    delta: text,
    ...(subagentRunId !== undefined && { subagentRunId }),
  },
];

const ends = (messageId: string, subagentRunId?: string): EventInput => ({
  type: "TEXT_MESSAGE_END",
  messageId,
  ...(subagentRunId !== undefined && { subagentRunId }),
});

const calls = (
  toolCallId: string,
  toolCallName: string,
  args: unknown,
  fields: { readonly subagentRunId?: string; readonly parentMessageId?: string } = {},
): EventInput[] => {
  const { subagentRunId } = fields;
  const tag = subagentRunId === undefined ? {} : { subagentRunId };
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName, ...fields },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(args), ...tag },
    { type: "TOOL_CALL_END", toolCallId, ...tag },
  ];
};

const delegate = [
  ...says("a1", "I let two of my colleagues have a look."),
  ends("a1"),
  ...calls(
    "c1",
    "delegate",
    { to: "researcher", task: "Quiet beaches" },
    { parentMessageId: "a2" },
  ),
];

const researcher: EventInput = {
  type: "SUBAGENT_STARTED",
  subagentRunId: "s1",
  name: "Researcher",
  description: "Reads travel reports and compares what they say of the coast",
  parentToolCallId: "c1",
};

const step = (stepName: string, type: "STEP_STARTED" | "STEP_FINISHED", subagentRunId = "s1") =>
  ({ type, stepName, subagentRunId }) as const satisfies EventInput;

const working = [
  step("Collect reports", "STEP_STARTED"),
  step("Collect reports", "STEP_FINISHED"),
  step("Compare 12 beaches", "STEP_STARTED"),
  ...calls("c2", "search", { query: "quiet beaches Portugal" }, { subagentRunId: "s1" }),
  {
    type: "TOOL_CALL_RESULT",
    messageId: "t2",
    toolCallId: "c2",
    content: "12 reports",
    subagentRunId: "s1",
  } satisfies EventInput,
  ...says(
    "m1",
    "Three places stand out:\n\n1. **Zambujeira do Mar**, cliffs and few people.\n2. **Odeceixe**, a river and the sea",
    "s1",
  ),
];

const finished: EventInput = { type: "SUBAGENT_FINISHED", subagentRunId: "s1" };

const booker: EventInput = {
  type: "SUBAGENT_STARTED",
  subagentRunId: "s2",
  name: "Travel agent",
  description: "Books trains and rooms",
  parentToolCallId: "c3",
};

const approval: Interrupt = {
  id: "i1",
  reason: "confirmation",
  message: "Reserve a room for two at Casa do Mar, 540 € for the week?",
  subagentRunId: "s2",
};

const asking: Script = [
  runStarted(),
  [
    ...delegate,
    researcher,
    ...working,
    ends("m1", "s1"),
    step("Compare 12 beaches", "STEP_FINISHED"),
    finished,
    { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "Odeceixe, in June" },
    ...calls("c3", "delegate", { to: "booker" }, { parentMessageId: "a2" }),
    booker,
    ...says("m2", "Casa do Mar has a room from the 4th to the 11th of June.", "s2"),
    ends("m2", "s2"),
    {
      type: "SUBAGENT_FINISHED",
      subagentRunId: "s2",
      outcome: { type: "suspended", interruptIds: ["i1"] },
    },
  ],
  runFinished({ outcome: { type: "interrupt", interrupts: [approval] } }),
];

/** What is in a card whose code is there. */
const loaded = { selector: "details *" };

interface Scene {
  readonly script: Script;
}

function Show({ script }: Scene) {
  return (
    <Page>
      <Conversation
        scripts={[script]}
        messages={[{ id: "u1", role: "user", content: "Where should we spend a week by the sea?" }]}
        isStarted
      >
        <Chat />
      </Conversation>
    </Page>
  );
}

const meta = { title: "Subagent", component: Show } satisfies Meta<typeof Show>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Closed, with what it does right now. */
export const Running: Story = {
  args: { script: andThenNothing(...delegate, researcher, ...working) },
};

export const Opened: Story = {
  ...Running,
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Compare 12 beaches"));
    await waitFor(() => expect(canvas.getByText("Zambujeira do Mar")).toBeVisible());
  },
};

export const TwoAtOnce: Story = {
  args: {
    script: andThenNothing(
      ...delegate,
      ...calls("c3", "delegate", { to: "booker" }, { parentMessageId: "a2" }),
      researcher,
      booker,
      ...says("m1", "Three places stand out", "s1"),
      ...says("m2", "There are trains at 9:30 and 14:30", "s2"),
      ...says("m1", ": Zambujeira do Mar, Odeceixe and Aljezur.", "s1").slice(1),
      ...calls("c4", "find_rooms", { town: "Odeceixe" }, { subagentRunId: "s2" }),
    ),
  },
};

/** Opens by itself. */
export const NeedsYou: Story = {
  args: { script: asking },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/Reserve a room/, loaded)).toBeVisible());
  },
};

export const Failed: Story = {
  args: {
    script: [
      runStarted(),
      [
        ...delegate,
        researcher,
        ...says("m1", "I read the reports.", "s1"),
        ends("m1", "s1"),
        {
          type: "SUBAGENT_ERROR",
          subagentRunId: "s1",
          message: "The library of travel reports did not answer.",
        },
        {
          type: "TOOL_CALL_RESULT",
          messageId: "t1",
          toolCallId: "c1",
          content: "Error: the library of travel reports did not answer.",
        },
        ...says("a3", "My colleague could not finish, so this is from memory: go to Odeceixe."),
        ends("a3"),
      ],
      runFinished(),
    ],
  },
};

export const Nested: Story = {
  args: {
    script: andThenNothing(
      ...delegate,
      researcher,
      ...says("m1", "I let somebody count the visitors.", "s1"),
      ends("m1", "s1"),
      ...calls("c5", "delegate", { to: "counter" }, { subagentRunId: "s1" }),
      {
        type: "SUBAGENT_STARTED",
        subagentRunId: "s3",
        name: "Counter",
        description: "Counts visitors by month",
        parentSubagentRunId: "s1",
        parentToolCallId: "c5",
      },
      ...says("m3", "June is quiet: 40 people a day.", "s3"),
    ),
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("Researcher", loaded));
    await userEvent.click(await canvas.findByText("Counter", { selector: "details details *" }));
    await waitFor(() => expect(canvas.getByText(/June is quiet/)).toBeVisible());
  },
};

/** Nobody said that there is a sub-agent; its messages are marked as its own. */
export const AttributionOnly: Story = {
  args: {
    script: [
      runStarted(),
      [
        ...says("a1", "Let me look."),
        ends("a1"),
        ...says("m1", "I found three places.", "travel_researcher"),
        ends("m1", "travel_researcher"),
        ...says("a3", "Go to **Odeceixe** in June."),
        ends("a3"),
      ],
      runFinished(),
    ],
  },
};

/** Recorded: what the protocol's own encoder makes of two sub-agents, one of which fails. */
export const EncoderSubagents: Story = {
  args: { script: [eventsUpTo("SUBAGENT_ERROR", everything), [runFinished()]] },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText("helper", loaded));
    await waitFor(() => expect(canvas.getByText("from the subagent")).toBeVisible());
    await canvas.findByText("bad", loaded);
  },
};

export const Dark: Story = { ...NeedsYou, globals: { theme: "dark" } };

export const RightToLeft: Story = { ...Opened, globals: { direction: "rtl" } };
