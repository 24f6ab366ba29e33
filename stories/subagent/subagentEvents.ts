import type { EventInput, Interrupt } from "../../src/protocol/events.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import type { Script } from "../../src/testing/script.ts";

/** Creates the streamed text of an agent or a sub-agent. */
export const subagentTextEvents = (
  messageId: string,
  text: string,
  subagentRunId?: string,
): EventInput[] => [
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

export const subagentFinished = (messageId: string, subagentRunId?: string): EventInput => ({
  type: "TEXT_MESSAGE_END",
  messageId,
  ...(subagentRunId !== undefined && { subagentRunId }),
});

/** Creates the events of a complete tool call. */
export const subagentCallEvents = (
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

/** Events of an agent that delegates to a sub-agent. */
export const delegationEvents = [
  ...subagentTextEvents("a1", "I let two of my colleagues have a look."),
  subagentFinished("a1"),
  ...subagentCallEvents(
    "c1",
    "delegate",
    { to: "researcher", task: "Quiet beaches" },
    { parentMessageId: "a2" },
  ),
];

export const researcher: EventInput = {
  type: "SUBAGENT_STARTED",
  subagentRunId: "s1",
  name: "Researcher",
  description: "Reads travel reports and compares what they say of the coast",
  parentToolCallId: "c1",
};

const step = (stepName: string, type: "STEP_STARTED" | "STEP_FINISHED", subagentRunId = "s1") =>
  ({ type, stepName, subagentRunId }) as const satisfies EventInput;

/** Events of a researcher at work. */
export const researchEvents = [
  step("Collect reports", "STEP_STARTED"),
  step("Collect reports", "STEP_FINISHED"),
  step("Compare 12 beaches", "STEP_STARTED"),
  ...subagentCallEvents(
    "c2",
    "search",
    { query: "quiet beaches Portugal" },
    { subagentRunId: "s1" },
  ),
  {
    type: "TOOL_CALL_RESULT",
    messageId: "t2",
    toolCallId: "c2",
    content: "12 reports",
    subagentRunId: "s1",
  } satisfies EventInput,
  ...subagentTextEvents(
    "m1",
    "Three places stand out:\n\n1. **Zambujeira do Mar**, cliffs and few people.\n2. **Odeceixe**, a river and the sea",
    "s1",
  ),
];

const finished: EventInput = { type: "SUBAGENT_FINISHED", subagentRunId: "s1" };

export const booker: EventInput = {
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

/** Events of a finished sub-agent and another that waits for the user. */
const suspended: readonly EventInput[] = [
  ...delegationEvents,
  researcher,
  ...researchEvents,
  subagentFinished("m1", "s1"),
  step("Compare 12 beaches", "STEP_FINISHED"),
  finished,
  { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "Odeceixe, in June" },
  ...subagentCallEvents("c3", "delegate", { to: "booker" }, { parentMessageId: "a2" }),
  booker,
  ...subagentTextEvents("m2", "Casa do Mar has a room from the 4th to the 11th of June.", "s2"),
  subagentFinished("m2", "s2"),
  {
    type: "SUBAGENT_FINISHED",
    subagentRunId: "s2",
    outcome: { type: "suspended", interruptIds: ["i1"] },
  },
];

/** A script in which one sub-agent has finished and another waits for the user. */
export const waitingScript: Script = [
  runStarted(),
  [...suspended],
  runFinished({ outcome: { type: "interrupt", interrupts: [approval] } }),
];

const confirmation: Interrupt = {
  id: "i2",
  reason: "confirmation",
  message: "Shall I tell your office that you are away that week?",
};

/** A script in which the agent waits for the user as well. */
export const waitingTwiceScript: Script = [
  runStarted(),
  [...suspended],
  runFinished({ outcome: { type: "interrupt", interrupts: [approval, confirmation] } }),
];
