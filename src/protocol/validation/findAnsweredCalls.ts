import { CallOrder } from "./callOrder.ts";

/** A message as far as it makes or answers calls. Unreadable ids are left out. */
interface CallingMessage {
  readonly role: string;
  readonly toolCallId?: string | undefined;
  readonly toolCalls?: readonly { readonly id?: string | undefined }[] | undefined;
}

/** Location of a call in a list of messages. */
interface CallLocation {
  /** Position of the message that makes the call. */
  readonly position: number;
  /** Index of the call among the calls of the message. */
  readonly index: number;
}

interface ListedCall extends CallLocation {
  readonly id: string;
  /** Number of user messages before the call. */
  readonly turn: number;
  isAnswered: boolean;
}

/** A result that names no call of the list. */
interface UnnamedResult {
  readonly position: number;
  readonly turn: number;
  /** True for a result whose id no call before it has. */
  readonly hasId: boolean;
}

/**
 * Finds the calls that are answered by tool messages without the id of a call, by the positions of these messages. Such a
 * result belongs to the oldest call before it that no message answers: of its turn, else of earlier turns. A result with an
 * id that no call has belongs to a call without an id.
 *
 * @param messages - The messages in their order.
 */
export function findAnsweredCalls(
  messages: readonly CallingMessage[],
): ReadonlyMap<number, CallLocation> {
  const answered = new Map<number, CallLocation>();
  const calls: ListedCall[] = [];
  const unnamed: UnnamedResult[] = [];
  // An empty id counts as none.
  const order = new CallOrder<ListedCall>();
  let turn = 0;
  const answer = (position: number, call: ListedCall | undefined) => {
    if (!call) return;
    call.isAnswered = true;
    answered.set(position, call);
  };
  for (const [position, { role, toolCallId = "", toolCalls = [] }] of messages.entries()) {
    for (const [index, { id = "" }] of toolCalls.entries()) {
      const call = { position, index, id, turn, isAnswered: false };
      calls.push(call);
      order.addCall(id, call);
    }
    if (role === "user") {
      order.addInput();
      turn++;
    }
    if (role !== "tool") continue;
    const call = order.addResult(toolCallId);
    const hasId = toolCallId !== "";
    if (call && hasId) call.isAnswered = true;
    else if (call && !call.isAnswered) answer(position, call);
    else unnamed.push({ position, turn, hasId });
  }
  // The results that name their calls come first, wherever they are.
  for (const result of unnamed) {
    const open = calls.filter(
      ({ position, id, isAnswered }) =>
        position < result.position && !isAnswered && !(result.hasId && id),
    );
    answer(result.position, open.find(({ turn: made }) => made === result.turn) ?? open[0]);
  }
  return answered;
}
