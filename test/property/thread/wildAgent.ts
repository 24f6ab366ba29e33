import type { Agent } from "../../../src/core.ts";
import type { EventInput, Message, RunAgentInput } from "../../../src/protocol/events.ts";
import type { Dice } from "./dice.ts";

export interface WildAgent extends Agent {
  /** The input of every run so far, in order. */
  readonly inputs: readonly RunAgentInput[];
}

interface Turn {
  readonly input: RunAgentInput;
  /** Of the answer: no other has it. */
  readonly k: number;
  readonly dice: Dice;
}

/** What an agent may do in a run, beside its start and its end. */
const MANNERS: readonly ((turn: Turn) => readonly EventInput[])[] = [
  text,
  text,
  text,
  (turn) => [...text(turn), ...call(turn, "auto")],
  (turn) => call(turn, "auto"),
  (turn) => call(turn, "human"),
  (turn) => [...thought(turn), ...text(turn)],
  (turn) => [
    ...text(turn),
    { type: "STATE_DELTA", delta: [{ op: "add", path: "/d", value: turn.k }] },
    { type: "STATE_DELTA", delta: [{ op: "replace", path: "/d", value: turn.k + 1 }] },
  ],
  // Nothing that an agent says is taken for what the page does.
  (turn) => [
    ...text(turn),
    {
      type: "CUSTOM",
      name: "agui-kit.patch",
      value: { patch: [{ op: "replace", path: "/messages", value: [] }] },
    },
    { type: "CUSTOM", name: "agui-kit.messages", value: { messages: [], of: 0, parts: [] } },
  ],
  // A run in the run, which tells its input once more.
  (turn) => [
    ...text(turn),
    finished(turn.input),
    { ...started(turn), runId: `inner-${turn.k}`, input: turn.input },
    ...text({ ...turn, k: turn.k + 0.5 }),
    { ...finished(turn.input), runId: `inner-${turn.k}` },
  ],
];

/** How a server tells the conversation as it has it. */
const TELLINGS: readonly ((turn: Turn, said: readonly Message[]) => readonly Message[])[] = [
  (_, said) => said,
  (_, said) => said.filter(({ role }) => role !== "reasoning"),
  ({ k, dice }, said) =>
    said.map((message, at) => (dice.chance(20) ? { ...message, id: `s${k}-${at}` } : message)),
  (_, said) => [{ id: "system", role: "system", content: "Be kind." }, ...said],
  ({ dice }, said) => said.filter(() => dice.chance(80)),
  ({ k }, said) =>
    said.map((message) => ({
      ...message,
      content: `${message.content}`,
      name: `n${k}`,
    })) as Message[],
];

/** How an agent echoes the messages of its input. */
const ECHOES: readonly ((turn: Turn) => readonly Message[] | undefined)[] = [
  () => undefined,
  ({ input }) => input.messages,
  ({ input }) => input.messages.slice(-3),
  ({ input }) => input.messages.map((message) => ({ ...message, name: "echo" })) as Message[],
  ({ input, k }) => [...input.messages, { id: `e${k}`, role: "system", content: "Noted." }],
];

/**
 * An agent that does anything which agents may do, and in a way that can be told again from a seed.
 *
 * @param canConnect - Whether it tells of a thread when it is asked: then none of its streams is cut.
 */
export function createWildAgent(
  dice: Dice,
  canConnect: boolean,
  onRun: (input: RunAgentInput) => void,
): WildAgent {
  const inputs: RunAgentInput[] = [];
  let known: readonly Message[] = [];
  let connections = 0;

  async function* run(input: RunAgentInput): AsyncGenerator<EventInput> {
    inputs.push(input);
    onRun(input);
    const turn: Turn = { input, k: inputs.length, dice };
    const echo = dice.pick(ECHOES)?.(turn);
    yield { ...started(turn), ...(echo && { input: { ...input, messages: [...echo] } }) };
    const { state } = input;
    if (dice.chance(50)) yield { type: "STATE_SNAPSHOT", snapshot: { ...state, k: turn.k } };
    const said = dice.pick(MANNERS)?.(turn) ?? [];
    yield* said;
    known = conversationOf(turn, said);
    if (dice.chance(35)) yield { type: "MESSAGES_SNAPSHOT", messages: [...known] };
    const end = dice.roll(12);
    if (end === 0) yield { type: "RUN_ERROR", message: "No." };
    else if (end === 1 && !canConnect) throw new Error("cut");
    else if (end === 2) {
      const interrupts = [{ id: `i${turn.k}`, reason: "confirm" }];
      yield { ...finished(input), outcome: { type: "interrupt", interrupts } };
    } else yield finished(input);
  }

  async function* connect(input: RunAgentInput): AsyncGenerator<EventInput> {
    if (known.length === 0) return;
    const told = { threadId: input.threadId, runId: `told-${++connections}` };
    yield { type: "RUN_STARTED", ...told };
    yield { type: "MESSAGES_SNAPSHOT", messages: [...known] };
    yield { type: "RUN_FINISHED", ...told };
  }

  return { inputs, run, ...(canConnect && { connect }) };
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

function thought({ k }: Turn): readonly EventInput[] {
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

/** The conversation with what the run has said, as a server may have it. */
function conversationOf(turn: Turn, said: readonly EventInput[]): readonly Message[] {
  const { input, k, dice } = turn;
  const own: Message[] = [];
  if (said.some(({ type }) => type === "TEXT_MESSAGE_START")) {
    own.push({ id: `a${k}`, role: "assistant", content: dice.chance(50) ? `x${k}` : `S${k}` });
  }
  return dice.pick(TELLINGS)?.(turn, [...input.messages, ...own]) ?? [];
}
