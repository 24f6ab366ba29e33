import type { Message } from "../../protocol/events.ts";
import type { LedgerEntries } from "../../reducer/ledger.ts";
import { getOwn } from "../../reducer/records.ts";
import { findMessage } from "../../reducer/select.ts";
import { share } from "../../reducer/share.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Whether a thread that is told anew has come further than the one that is shown. */
export function saysMore(next: Snapshot, shown: Snapshot): boolean {
  if (!Object.is(share(shown.state, next.state), shown.state)) return true;
  const lengths = new Map(shown.messages.map((message) => [message.id, lengthOf(message)]));
  return next.messages.some((message) => lengthOf(message) > (lengths.get(message.id) ?? -1));
}

/** Whether a run that is told anew has not come to what is shown of it in any message that it streams. */
export function saysLess(next: Snapshot, shown: Snapshot): boolean {
  const { text, reasoning, toolCalls } = shown.ledger;
  const streamed = [text, reasoning].flatMap((entries) => Object.values(entries));
  const holders = Object.keys(toolCalls).map((id) => getOwn(shown.toolCalls, id)?.messageId);
  return [...streamed.map(({ id }) => id), ...holders].some((id) => {
    const message = id === undefined ? undefined : findMessage(shown, id);
    if (!message) return false;
    const told = findMessage(next, message.id);
    return !told || lengthOf(told) < lengthOf(message);
  });
}

/** Whether a message that is being told again has not come to what is shown of it. */
export function isShorter(next: Snapshot, shown: Snapshot): boolean {
  const { ledger, toolCalls } = next;
  if (!ledger.isReplay) return false;
  const open = (entries: LedgerEntries) =>
    Object.entries(entries).filter(([, { isOpen }]) => isOpen);
  const streamed = [...open(ledger.text), ...open(ledger.reasoning)].map(([, { id }]) => id);
  const holders = open(ledger.toolCalls).map(([id]) => getOwn(toolCalls, id)?.messageId);
  return [...streamed, ...holders].some((id) => {
    const before = id === undefined ? undefined : findMessage(shown, id);
    const told = id === undefined ? undefined : findMessage(next, id);
    return before && told ? lengthOf(told) < lengthOf(before) : false;
  });
}

/** Whether a thread has come no further, neither in what it holds nor in its runs. */
export function saysTheSame(next: Snapshot, shown: Snapshot): boolean {
  if (next.ledger.runIds.length !== shown.ledger.runIds.length) return false;
  const keys = ["messages", "state", "interrupts"] as const;
  return keys.every((key) => Object.is(share(shown[key], next[key]), shown[key]));
}

function lengthOf(message: Message): number {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const text = typeof message.content === "string" ? message.content.length : 0;
  return calls.reduce((sum, call) => sum + 1 + call.function.arguments.length, text);
}
