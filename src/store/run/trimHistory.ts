import { AgentKitError } from "../../protocol/errors.ts";
import type { Message, RunAgentInput } from "../../protocol/events.ts";

/** Options of {@link trimHistory}. */
export interface TrimHistoryOptions {
  /**
   * Maximum number of messages to send, not counting instructions. The last turn is always sent
   * whole, so it may exceed the maximum.
   */
  readonly maxMessages: number;
}

/**
 * Creates a `prepareInput` that sends only the end of a long conversation.
 *
 * Whole turns are left out from the beginning; a turn is a user message and everything that follows
 * it. So no call is separated from its result and no reasoning from its answer, which model
 * providers reject. Messages with the roles `system` and `developer` are always sent. An agent that
 * stores the conversation itself needs no trimming.
 *
 * @example Send the last 40 messages
 * ```ts
 * const thread = createThread({ agent, prepareInput: trimHistory({ maxMessages: 40 }) });
 * ```
 * @throws AgentKitError `invalid-argument` when `maxMessages` is not a number above 0
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function trimHistory({ maxMessages }: TrimHistoryOptions) {
  if (!(maxMessages > 0)) {
    throw new AgentKitError(
      "invalid-argument",
      `\`maxMessages\` of \`trimHistory()\` is ${maxMessages}. Pass a number above 0.`,
    );
  }
  return (input: RunAgentInput): RunAgentInput => {
    const { messages } = input;
    const start = includeAnsweredCalls(messages, findStart(messages, maxMessages));
    if (start === 0) return input;
    const remaining = messages.filter((message, at) => at >= start || isInstruction(message));
    return { ...input, messages: remaining };
  };
}

const isInstruction = ({ role }: Message) => role === "system" || role === "developer";

/** Returns the index of the first turn that fits, or of the last turn when none does. */
function findStart(messages: readonly Message[], max: number): number {
  let count = 0;
  let start = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (!message || isInstruction(message)) continue;
    count++;
    if (count > max && start > 0) return start;
    // Consecutive user messages belong to one turn.
    if (message.role === "user" && previousMessage(messages, at)?.role !== "user") start = at;
  }
  return count > max ? start : 0;
}

/**
 * Moves the start before the calls whose results are sent: in some histories they are in an earlier
 * turn.
 */
function includeAnsweredCalls(messages: readonly Message[], start: number): number {
  const answered = new Set(
    messages.slice(start).flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const hasAnsweredCall = (message: Message | undefined) =>
    message?.role === "assistant" && message.toolCalls?.some(({ id }) => answered.has(id));
  let first = start;
  for (let at = start - 1; at >= 0; at--) if (hasAnsweredCall(messages[at])) first = at;
  if (first === start) return start;
  // The turn of that call may contain results of calls before it.
  while (first > 0 && messages[first]?.role !== "user") first--;
  return includeAnsweredCalls(messages, first);
}

/** Returns the message before an index, skipping instructions. */
function previousMessage(messages: readonly Message[], at: number): Message | undefined {
  return messages.slice(0, at).findLast((message) => !isInstruction(message));
}
