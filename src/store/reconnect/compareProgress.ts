import type { Event, Message } from "../../protocol/events.ts";
import { findMessage } from "../../reducer/lookup.ts";
import type { OpenStreams } from "../../reducer/runTracking.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { isRunOpen } from "./lastRun.ts";

/** How far what is told beside a thread has come, measured by what is shown. */
export interface ProgressComparison {
  /** Whether it is to be shown from now on. */
  hasCaughtUp(next: Snapshot, shown: Snapshot, heard: Heard): boolean;
}

interface Heard {
  /** What was told last and is new. */
  readonly newEvents: readonly Event[];
  /** Whether it is of a run that is told again from its start. */
  readonly isReplayed: boolean;
}

/** What a message of the run that is shown has come to. */
interface Streamed {
  readonly id: string;
  readonly length: number;
}

/**
 * Makes what measures one telling, which grows. What is shown is looked at once, as it stays while much is
 * told; of what is told, no more is looked at than what has changed.
 */
export function createProgressComparison(): ProgressComparison {
  let measured: Snapshot["messages"] | undefined;
  let lengths: ReadonlyMap<string, number> = new Map();
  let run: Snapshot | undefined;
  /** What its run has said and has not been told again yet, the first last. */
  let missing: Streamed[] = [];
  /** What has been told and is no more than what is shown. */
  let known: Snapshot["messages"] = [];
  /** The message that was found to say more. */
  let longer: string | undefined;
  let states: readonly [shown: unknown, next: unknown, isOther: boolean] | undefined;
  let hasNews = false;

  function isOtherState(shown: unknown, next: unknown): boolean {
    if (states && states[0] === shown && states[1] === next) return states[2];
    states = [shown, next, !Object.is(replaceEqualDeep(shown, next), shown)];
    return states[2];
  }

  function measure(shown: Snapshot): void {
    if (measured === shown.messages) return;
    measured = shown.messages;
    lengths = new Map(measured.map((message) => [message.id, messageLength(message)]));
    known = [];
    longer = undefined;
  }

  /** Whether it has come further in anything. */
  function saysMore(next: Snapshot, shown: Snapshot): boolean {
    if (isOtherState(shown.state, next.state)) return true;
    measure(shown);
    const isLonger = (message: Message | undefined) =>
      message !== undefined && messageLength(message) > (lengths.get(message.id) ?? -1);
    if (longer !== undefined && isLonger(findMessage(next, longer))) return true;
    longer = next.messages.find(
      (message, at) => message !== known[at] && message !== shown.messages[at] && isLonger(message),
    )?.id;
    if (longer === undefined) known = next.messages;
    return longer !== undefined;
  }

  /** Whether it has not come to what is shown in any message that the run of that streams. */
  function saysLess(next: Snapshot, shown: Snapshot): boolean {
    if (run?.messages !== shown.messages || run.tracking !== shown.tracking) {
      run = shown;
      missing = streamedIn(shown).reverse();
    }
    for (let last = missing.at(-1); last; last = missing.at(-1)) {
      const told = findMessage(next, last.id);
      if (!told || messageLength(told) < last.length) return true;
      // It does not become less.
      missing.pop();
    }
    return false;
  }

  return {
    hasCaughtUp(next, shown, { newEvents, isReplayed }) {
      if (newEvents.length > 0) hasNews = true;
      if (!isReplayed) {
        const hasEnded = isRunOpen(shown) && !isRunOpen(next);
        return hasEnded || (saysMore(next, shown) && !lagsBehind(next, shown));
      }
      // What the messages are from now on may be less.
      const isRestated = newEvents.some(({ type }) => type === "MESSAGES_SNAPSHOT");
      return isRestated || (hasNews && !saysLess(next, shown));
    },
  };
}

function streamedIn(shown: Snapshot): Streamed[] {
  const { text, reasoning, toolCalls } = shown.tracking;
  const streamed = [text, reasoning].flatMap((entries) => Object.values(entries));
  const holders = Object.keys(toolCalls).map((id) => getOwn(shown.toolCalls, id)?.messageId);
  const ids = new Set([...streamed.map(({ id }) => id), ...holders]);
  return [...ids].flatMap((id) => {
    const message = id === undefined ? undefined : findMessage(shown, id);
    return message ? [{ id: message.id, length: messageLength(message) }] : [];
  });
}

/** Whether a message that is being told again has not come to what is shown of it. */
export function lagsBehind(next: Snapshot, shown: Snapshot): boolean {
  const { tracking, toolCalls } = next;
  if (!tracking.isReplay) return false;
  const open = (entries: OpenStreams) => Object.entries(entries).filter(([, { isOpen }]) => isOpen);
  const streamed = [...open(tracking.text), ...open(tracking.reasoning)].map(([, { id }]) => id);
  const holders = open(tracking.toolCalls).map(([id]) => getOwn(toolCalls, id)?.messageId);
  return [...streamed, ...holders].some((id) => {
    const before = id === undefined ? undefined : findMessage(shown, id);
    const told = id === undefined ? undefined : findMessage(next, id);
    return before && told ? messageLength(told) < messageLength(before) : false;
  });
}

/** How much a message says; of what is no text, nothing. */
export function messageLength(message: Message): number {
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const text = typeof message.content === "string" ? message.content.length : 0;
  return calls.reduce((sum, call) => sum + 1 + call.function.arguments.length, text);
}

/** Whether a thread has come no further, neither in what it holds nor in its runs. */
export function isSameProgress(next: Snapshot, shown: Snapshot): boolean {
  if (next.tracking.runIds.length !== shown.tracking.runIds.length) return false;
  const keys = ["messages", "state", "interrupts"] as const;
  return keys.every((key) => Object.is(replaceEqualDeep(shown[key], next[key]), shown[key]));
}
