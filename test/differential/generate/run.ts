import type { Interrupt, Message, RunFinishedOutcome } from "../../../src/protocol/events.ts";
import type { Conversation } from "../conversation.ts";
import type { Command, CommandKind } from "./commands.ts";
import { historyActs, inputEcho } from "./history.ts";
import { restActs } from "./rest.ts";
import { type Act, streamActs } from "./streams.ts";
import { toolActs } from "./tools.ts";
import { choose, tagged, World } from "./world.ts";

const LONG_AGO = "2020-01-01T00:00:00Z";

function outcomeOf(
  world: World,
  { pick, also, tag, text }: Command,
): RunFinishedOutcome | undefined {
  const { calls } = world;
  const toolCallId = choose(calls, also);
  switch (pick % 6) {
    case 0:
      return { type: "success", ...(also % 2 === 0 && { pendingToolCallIds: calls.slice(-2) }) };
    case 1:
      return { type: "cancelled" };
    case 2:
    case 3: {
      const first: Interrupt = {
        id: world.fresh("i"),
        reason: "confirmation",
        message: text,
        responseSchema: { description: "Any answer will do." },
        metadata: { k: [text] },
        ...(toolCallId !== undefined && { toolCallId }),
        ...tagged(tag),
      };
      const second: Interrupt = {
        id: world.fresh("i"),
        reason: "input",
        ...(also % 3 === 0 && { expiresAt: LONG_AGO }),
      };
      return { type: "interrupt", interrupts: also % 2 === 0 ? [first] : [first, second] };
    }
    default:
      return undefined;
  }
}

function startRun(world: World, command: Command): void {
  world.resetRun();
  // A run may restart under its own id within one stream.
  if (command.pick % 8 > 0 || world.runId === "") world.runId = world.fresh("run");
  const echo = command.also % 3 === 0 ? inputEcho(world, command) : undefined;
  world.emit({
    type: "RUN_STARTED",
    threadId: "thread",
    runId: world.runId,
    ...(command.also % 4 === 0 && { parentRunId: "run0", protocolVersion: "1.0" }),
    ...(echo && {
      input: { threadId: "thread", runId: world.runId, tools: [], context: [], ...echo },
    }),
  });
  world.phase = "active";
}

/** Starts the next request: adds a message of the page, and answers open interrupts. */
function nextTurn(world: World, { pick, text }: Command): void {
  const id = world.fresh("u");
  const { interrupts, unanswered } = world;
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const open = unanswered.filter((callId) => !held.has(callId));
  const answers = (pick % 3 === 0 ? [] : open).map((toolCallId) => {
    const answer: Message = { id: world.fresh("t"), role: "tool", toolCallId, content: text };
    world.messages.set(answer.id, { role: "tool", calls: new Map(), answers: toolCallId });
    return answer;
  });
  for (const callId of open) world.settled.add(callId);
  const isResolved = (interrupt: (typeof interrupts)[number], i: number) =>
    interrupt.expiresAt === undefined && (i + pick) % 2 === 0;
  // A message instead of an answer gives the call a result, which the reference leaves without one.
  const isMovingOn = interrupts.some(
    (interrupt, i) => interrupt.toolCallId !== undefined && !isResolved(interrupt, i),
  );
  const question: Message[] =
    pick % 4 > 0 && !isMovingOn ? [{ id, role: "user", content: text }] : [];
  if (question.length > 0) world.messages.set(id, { role: "user", calls: new Map() });
  world.endStream({
    added: [...answers, ...question],
    ...(interrupts.length > 0 && {
      resume: interrupts.map((interrupt, i) =>
        isResolved(interrupt, i)
          ? { interruptId: interrupt.id, status: "resolved" as const, payload: { text } }
          : { interruptId: interrupt.id, status: "cancelled" as const },
      ),
    }),
  });
  world.runId = "";
}

const runActs = {
  runFinish(world, command) {
    const { also, value } = command;
    world.closeEverything();
    const outcome = outcomeOf(world, command);
    world.emit({
      type: "RUN_FINISHED",
      threadId: "thread",
      runId: world.runId,
      ...(outcome && { outcome }),
      ...(also % 4 === 0 && value !== null && outcome?.type !== "interrupt" && { result: value }),
      ...(also % 5 === 0 && { usage: [{ inputTokens: 3, outputTokens: 4 }] }),
    });
    world.interrupts = outcome?.type === "interrupt" ? outcome.interrupts : [];
    world.phase = "finished";
  },
  runError(world, { text, pick }) {
    world.emit({ type: "RUN_ERROR", message: text, ...(pick % 2 === 0 && { code: "E" }) });
    world.phase = "errored";
  },
  endOfStream: nextTurn,
} satisfies Partial<Record<CommandKind, Act>>;

const ACTS: Record<CommandKind, Act> = {
  ...streamActs,
  ...toolActs,
  ...historyActs,
  ...runActs,
  ...restActs,
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
export function interpret(commands: readonly Command[]): Conversation {
  const world = new World();
  const [first] = commands;
  const beginning = first && first.pick % 3 === 0 ? BEGINNING : { turns: [] };
  for (const message of beginning.initialMessages ?? []) {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    world.messages.set(message.id, {
      role: message.role,
      calls: new Map(calls.map((call) => [call.id, call.function.name])),
      ...(message.role === "tool" && { answers: message.toolCallId }),
    });
  }
  for (const command of commands) {
    const { kind } = command;
    if (kind === "endOfStream") {
      nextTurn(world, command);
      continue;
    }
    // RUN_ERROR is the only event that may arrive without an active run, first or after
    // RUN_FINISHED.
    const isError = kind === "runError" && (world.phase === "none" || world.phase === "finished");
    if (world.phase !== "active" && !isError) startRun(world, command);
    ACTS[kind](world, command);
  }
  return world.finish(beginning);
}
