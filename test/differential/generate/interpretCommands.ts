import type { Interrupt, Message, RunFinishedOutcome } from "../../../src/protocol/events.ts";
import type { Conversation } from "../conversation.ts";
import type { Command, CommandKind } from "./commands.ts";
import { historyActs, inputEcho } from "./history.ts";
import { otherActs } from "./otherActs.ts";
import { choose, Producer, tagged } from "./producer.ts";
import { type Act, streamActs } from "./streams.ts";
import { toolActs } from "./tools.ts";

const LONG_AGO = "2020-01-01T00:00:00Z";

function outcomeOf(
  producer: Producer,
  { pick, also, tag, text }: Command,
): RunFinishedOutcome | undefined {
  const { calls } = producer;
  const toolCallId = choose(calls, also);
  switch (pick % 6) {
    case 0:
      return { type: "success", ...(also % 2 === 0 && { pendingToolCallIds: calls.slice(-2) }) };
    case 1:
      return { type: "cancelled" };
    case 2:
    case 3: {
      const first: Interrupt = {
        id: producer.fresh("i"),
        reason: "confirmation",
        message: text,
        responseSchema: { description: "Any answer will do." },
        metadata: { k: [text] },
        ...(toolCallId !== undefined && { toolCallId }),
        ...tagged(tag),
      };
      const second: Interrupt = {
        id: producer.fresh("i"),
        reason: "input",
        ...(also % 3 === 0 && { expiresAt: LONG_AGO }),
      };
      return { type: "interrupt", interrupts: also % 2 === 0 ? [first] : [first, second] };
    }
    default:
      return undefined;
  }
}

function startRun(producer: Producer, command: Command): void {
  producer.resetRun();
  // A run may restart under its own id within one stream.
  if (command.pick % 8 > 0 || producer.runId === "") producer.runId = producer.fresh("run");
  const echo = command.also % 3 === 0 ? inputEcho(producer, command) : undefined;
  producer.emit({
    type: "RUN_STARTED",
    threadId: "thread",
    runId: producer.runId,
    ...(command.also % 4 === 0 && { parentRunId: "run0", protocolVersion: "1.0" }),
    ...(echo && {
      input: { threadId: "thread", runId: producer.runId, tools: [], context: [], ...echo },
    }),
  });
  producer.phase = "active";
}

/** Starts the next request: adds a message of the page, and answers open interrupts. */
function nextTurn(producer: Producer, { pick, text }: Command): void {
  const id = producer.fresh("u");
  const { interrupts, unanswered } = producer;
  const interruptedCallIds = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const open = unanswered.filter((callId) => !interruptedCallIds.has(callId));
  const answers = (pick % 3 === 0 ? [] : open).map((toolCallId) => {
    const answer: Message = { id: producer.fresh("t"), role: "tool", toolCallId, content: text };
    producer.messages.set(answer.id, { role: "tool", calls: new Map(), answers: toolCallId });
    return answer;
  });
  for (const callId of open) producer.settled.add(callId);
  const isResolved = (interrupt: (typeof interrupts)[number], i: number) =>
    interrupt.expiresAt === undefined && (i + pick) % 2 === 0;
  // A message instead of an answer gives the call a result, which the reference leaves without one.
  const isMovingOn = interrupts.some(
    (interrupt, i) => interrupt.toolCallId !== undefined && !isResolved(interrupt, i),
  );
  const question: Message[] =
    pick % 4 > 0 && !isMovingOn ? [{ id, role: "user", content: text }] : [];
  if (question.length > 0) producer.messages.set(id, { role: "user", calls: new Map() });
  const addedIds = [...answers, ...question].map((message) => message.id);
  producer.sentIds = [...producer.sentIds, ...addedIds];
  producer.endStream({
    added: [...answers, ...question],
    ...(interrupts.length > 0 && {
      resume: interrupts.map((interrupt, i) =>
        isResolved(interrupt, i)
          ? { interruptId: interrupt.id, status: "resolved" as const, payload: { text } }
          : { interruptId: interrupt.id, status: "cancelled" as const },
      ),
    }),
  });
  producer.runId = "";
}

const runActs = {
  runFinish(producer, command) {
    const { also, value } = command;
    producer.closeEverything();
    const outcome = outcomeOf(producer, command);
    producer.emit({
      type: "RUN_FINISHED",
      threadId: "thread",
      runId: producer.runId,
      ...(outcome && { outcome }),
      ...(also % 4 === 0 && value !== null && outcome?.type !== "interrupt" && { result: value }),
      ...(also % 5 === 0 && { usage: [{ inputTokens: 3, outputTokens: 4 }] }),
    });
    producer.interrupts = outcome?.type === "interrupt" ? outcome.interrupts : [];
    producer.phase = "finished";
  },
  runError(producer, { text, pick }) {
    producer.emit({ type: "RUN_ERROR", message: text, ...(pick % 2 === 0 && { code: "E" }) });
    producer.phase = "errored";
  },
  endOfStream: nextTurn,
} satisfies Partial<Record<CommandKind, Act>>;

const ACTS: Record<CommandKind, Act> = {
  ...streamActs,
  ...toolActs,
  ...historyActs,
  ...runActs,
  ...otherActs,
};

const BEGINNING: Conversation = {
  initialMessages: [
    { id: "u0", role: "user", content: "Hi" },
    {
      id: "m0",
      role: "assistant",
      content: "Hello",
      toolCalls: [
        { id: "c0", type: "function", function: { name: "search", arguments: '{"q":1}' } },
      ],
    },
    { id: "t0", role: "tool", toolCallId: "c0", content: "found" },
    { id: "a0", role: "activity", activityType: "PLAN", content: { value: { a: 1 } } },
    { id: "r0", role: "reasoning", content: "Hm", encryptedValue: "enc" },
  ],
  initialState: { a: 1, b: { a: [1] }, c: [0, 1] },
  turns: [],
};

/** Interprets a list of commands as a conversation whose streams the reference accepts. */
export function interpretCommands(commands: readonly Command[]): Conversation {
  const producer = new Producer();
  const [first] = commands;
  const beginning = first && first.pick % 3 === 0 ? BEGINNING : { turns: [] };
  for (const message of beginning.initialMessages ?? []) {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    producer.messages.set(message.id, {
      role: message.role,
      calls: new Map(calls.map((call) => [call.id, call.function.name])),
      ...(message.role === "tool" && { answers: message.toolCallId }),
    });
  }
  for (const { tag: sentTag, ...rest } of commands) {
    const { kind } = rest;
    // An empty sub-agent id means the agent itself.
    const tag = sentTag || undefined;
    const command = { ...rest, tag };
    producer.sendsEmptyOwner = sentTag === "";
    if (kind === "endOfStream") {
      nextTurn(producer, command);
      continue;
    }
    // RUN_ERROR is the only event that may arrive without an active run, first or after
    // RUN_FINISHED.
    const isError =
      kind === "runError" && (producer.phase === "none" || producer.phase === "finished");
    if (producer.phase !== "active" && !isError) startRun(producer, command);
    ACTS[kind](producer, command);
  }
  return producer.finish(beginning);
}
