import type { Agent } from "../../../src/core.ts";
import type { EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";
import type { Dice } from "./dice.ts";

export interface RandomAgent extends Agent {
  /** Inputs of all runs so far, in order. */
  readonly inputs: readonly RunAgentInput[];
  /** Messages that the thread has shown at the end of each run. */
  readonly messagesAfter: readonly (readonly Message[])[];
}

/** The thread that runs the agent. */
interface Client {
  readonly onRun: (input: RunAgentInput) => void;
  readonly readMessages: () => readonly Message[];
}

interface Turn {
  readonly input: RunAgentInput;
  /** Unique number of the answer. */
  readonly k: number;
  readonly dice: Dice;
}

/** Event sequences that an agent may emit between the start and the end of a run. */
const RUN_VARIANTS: readonly ((turn: Turn) => readonly EventInput[])[] = [
  text,
  text,
  text,
  (turn) => [...text(turn), ...call(turn, "auto")],
  (turn) => call(turn, "auto"),
  (turn) => call(turn, "human"),
  (turn) => [...reasoning(turn), ...text(turn)],
  (turn) => [
    ...text(turn),
    { type: "STATE_DELTA", delta: [{ op: "add", path: "/d", value: turn.k }] },
    { type: "STATE_DELTA", delta: [{ op: "replace", path: "/d", value: turn.k + 1 }] },
  ],
  // Events of an agent with the names of log entries are not applied as log entries.
  (turn) => [
    ...text(turn),
    {
      type: "CUSTOM",
      name: "agui-kit.patch",
      value: { patch: [{ op: "replace", path: "/messages", value: [] }] },
    },
    {
      type: "CUSTOM",
      name: "agui-kit.messages",
      value: { messages: [], indexedCount: 0, parts: [] },
    },
  ],
  // Starts a second run in the stream, which repeats the input.
  (turn) => [
    ...text(turn),
    finished(turn.input),
    { ...started(turn), runId: `inner-${turn.k}`, input: turn.input },
    ...text({ ...turn, k: turn.k + 0.5 }),
    { ...finished(turn.input), runId: `inner-${turn.k}` },
  ],
];

/** Variants of the conversation in the snapshots of a server. */
const SNAPSHOT_VARIANTS: readonly ((
  turn: Turn,
  messages: readonly Message[],
) => readonly Message[])[] = [
  (_, messages) => messages,
  (_, messages) => messages.filter(({ role }) => role !== "reasoning"),
  ({ k, dice }, messages) =>
    messages.map((message, at) => (dice.chance(20) ? { ...message, id: `s${k}-${at}` } : message)),
  (_, messages) => [{ id: "system", role: "system", content: "Be kind." }, ...messages],
  ({ dice }, messages) => messages.filter(() => dice.chance(80)),
  ({ k }, messages) =>
    messages.map((message) => ({
      ...message,
      content: `${message.content}`,
      name: `n${k}`,
    })) as Message[],
];

/** Variants of the echoed messages of an input. */
const ECHOES: readonly ((turn: Turn) => readonly Message[] | undefined)[] = [
  () => undefined,
  ({ input }) => input.messages,
  ({ input }) => input.messages.slice(-3),
  ({ input }) => input.messages.map((message) => ({ ...message, name: "echo" })) as Message[],
  ({ input, k }) => [...input.messages, { id: `e${k}`, role: "system", content: "Noted." }],
];

/**
 * Creates an agent that emits random valid events, reproducible by the seed of `dice`.
 *
 * @param canConnect - True when the agent implements `connect`; its streams are never cut then.
 * @param constantRunId - Id that the server gives every run instead of the requested one.
 */
export function createRandomAgent(
  dice: Dice,
  canConnect: boolean,
  client: Client,
  constantRunId?: string,
): RandomAgent {
  const inputs: RunAgentInput[] = [];
  const messagesAfter: (readonly Message[])[] = [];
  let conversation: readonly Message[] = [];
  let connections = 0;

  async function* run(input: RunAgentInput): AsyncGenerator<EventInput> {
    const index = inputs.push(input) - 1;
    client.onRun(input);
    try {
      yield* eventsOf(input);
    } finally {
      messagesAfter[index] = client.readMessages();
    }
  }

  async function* eventsOf(input: RunAgentInput): AsyncGenerator<EventInput> {
    const turn: Turn = { input, k: inputs.length, dice };
    const echo = dice.pick(ECHOES)?.(turn);
    yield { ...started(turn), ...(echo && { input: { ...input, messages: [...echo] } }) };
    const { state } = input;
    if (dice.chance(50)) yield { type: "STATE_SNAPSHOT", snapshot: { ...state, k: turn.k } };
    const emitted = dice.pick(RUN_VARIANTS)?.(turn) ?? [];
    yield* emitted;
    conversation = conversationOf(turn, emitted);
    if (dice.chance(35)) yield { type: "MESSAGES_SNAPSHOT", messages: [...conversation] };
    const end = dice.roll(12);
    if (end === 0) yield { type: "RUN_ERROR", message: "No." };
    else if (end === 1 && !canConnect) throw new Error("cut");
    else if (end === 2) {
      const interrupts = [{ id: `i${turn.k}`, reason: "confirm" }];
      yield { ...finished(input), outcome: { type: "interrupt", interrupts } };
    } else yield finished(input);
  }

  async function* connect(input: RunAgentInput): AsyncGenerator<EventInput> {
    if (conversation.length === 0) return;
    const ids = { threadId: input.threadId, runId: `connection-${++connections}` };
    yield { type: "RUN_STARTED", ...ids };
    yield { type: "MESSAGES_SNAPSHOT", messages: [...conversation] };
    yield { type: "RUN_FINISHED", ...ids };
  }

  async function* withServerId(events: AsyncIterable<EventInput>): AsyncGenerator<EventInput> {
    for await (const event of events) {
      const isRenamed = constantRunId !== undefined && "runId" in event;
      yield isRenamed ? { ...event, runId: constantRunId } : event;
    }
  }

  return {
    inputs,
    messagesAfter,
    run: (input) => withServerId(run(input)),
    ...(canConnect && { connect: (input) => withServerId(connect(input)) }),
  };
}

const started = ({ input: { threadId, runId } }: Turn) =>
  ({ type: "RUN_STARTED", threadId, runId }) as const;

const finished = ({ threadId, runId }: RunAgentInput) =>
  ({ type: "RUN_FINISHED", threadId, runId }) as const;

function text({ k }: Turn): readonly EventInput[] {
  const messageId = `a${k}`;
  return [
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: "x" },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta: `${k}` },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

function reasoning({ k }: Turn): readonly EventInput[] {
  const messageId = `r${k}`;
  return [
    { type: "REASONING_START", messageId },
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId, delta: "hm" },
    { type: "REASONING_MESSAGE_END", messageId },
    { type: "REASONING_END", messageId },
  ];
}

function call({ k, dice }: Turn, toolCallName: string): readonly EventInput[] {
  const toolCallId = `c${k}`;
  const parent = dice.chance(50) && { parentMessageId: `a${k}` };
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName, ...parent },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"a":' },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: "1}" },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

/** Returns the conversation with the messages of the run, as a server may store them. */
function conversationOf(turn: Turn, emitted: readonly EventInput[]): readonly Message[] {
  const { input, k, dice } = turn;
  const own: Message[] = [];
  if (emitted.some(({ type }) => type === "TEXT_MESSAGE_START")) {
    own.push({ id: `a${k}`, role: "assistant", content: dice.chance(50) ? `x${k}` : `S${k}` });
  }
  return dice.pick(SNAPSHOT_VARIANTS)?.(turn, [...input.messages, ...own]) ?? [];
}
