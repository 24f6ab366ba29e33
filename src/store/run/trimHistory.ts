import { AgentKitError } from "../../protocol/errors.ts";
import type { Message, RunAgentInput } from "../../protocol/events.ts";

/** How much of a conversation is sent. */
export interface TrimHistoryOptions {
  /**
   * How many messages are sent at most, beside instructions. It may be more, because a turn of the
   * person's is never cut in two: the last one is always sent whole.
   */
  readonly maxMessages: number;
}

/**
 * Makes a `prepareInput` that sends the end of a long conversation and not the whole of it.
 *
 * What is left out are whole turns, from the beginning: a turn is a message of the person's and all
 * that came of it. So no call is ever separated from its result, nor a thought from its answer, which
 * model providers refuse. Messages of the roles `system` and `developer` are always sent. An agent that
 * keeps the conversation itself needs no trimming.
 *
 * @example The last 40 messages
 * ```ts
 * const thread = createThread({ agent, prepareInput: trimHistory({ maxMessages: 40 }) });
 * ```
 * @throws AgentKitError `invalid-argument` when `maxMessages` is no number above 0.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function trimHistory({ maxMessages }: TrimHistoryOptions) {
  if (!(maxMessages > 0)) {
    throw new AgentKitError(
      "invalid-argument",
      `trimHistory() cannot keep ${maxMessages} messages. Give maxMessages a number above 0.`,
    );
  }
  return (input: RunAgentInput): RunAgentInput => {
    const { messages } = input;
    const start = withCallsOf(messages, startOfKept(messages, maxMessages));
    if (start === 0) return input;
    const kept = messages.filter((message, at) => at >= start || isInstruction(message));
    return { ...input, messages: kept };
  };
}

const isInstruction = ({ role }: Message) => role === "system" || role === "developer";

/** Where the first turn begins that fits; the last turn when none does. */
function startOfKept(messages: readonly Message[], max: number): number {
  let count = 0;
  let start = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (!message || isInstruction(message)) continue;
    count++;
    if (count > max && start > 0) return start;
    // Several messages of the person's in a row are one turn.
    if (message.role === "user" && before(messages, at)?.role !== "user") start = at;
  }
  return count > max ? start : 0;
}

/** Moves the start in front of the calls that are answered behind it: some histories are out of order. */
function withCallsOf(messages: readonly Message[], start: number): number {
  const answered = new Set(
    messages.slice(start).flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const isAsked = (message: Message | undefined) =>
    message?.role === "assistant" && message.toolCalls?.some(({ id }) => answered.has(id));
  let first = start;
  for (let at = start - 1; at >= 0; at--) if (isAsked(messages[at])) first = at;
  if (first === start) return start;
  // Back to where that turn begins, which may answer calls of one before.
  while (first > 0 && messages[first]?.role !== "user") first--;
  return withCallsOf(messages, first);
}

/** The message in front of another, instructions aside. */
function before(messages: readonly Message[], at: number): Message | undefined {
  return messages.slice(0, at).findLast((message) => !isInstruction(message));
}
