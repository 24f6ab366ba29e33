import { callsOf } from "../../../protocol/callsOf.ts";
import type { Event, Message } from "../../../protocol/events.ts";
import { findMessage } from "../../../reducer/messageIndex.ts";
import { getOwn } from "../../../reducer/ownProperty.ts";
import { replaceEqualDeep } from "../../../reducer/replaceEqualDeep.ts";
import { isRunOpen } from "../../../reducer/runPhase.ts";
import type { StreamEntries } from "../../../reducer/runTracking.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";

/** Comparison of a shadow snapshot with the shown snapshot. */
export interface ProgressComparison {
  /** True when the shadow snapshot can be shown. */
  hasCaughtUp(next: Snapshot, shown: Snapshot, batch: ReplayedBatch): boolean;
}

interface ReplayedBatch {
  /** Events of the last batch that were not seen before. */
  readonly newEvents: readonly Event[];
  /** True when the replay has reported an issue that is not shown: an event that was dropped leaves nothing else. */
  readonly hasNewIssue?: boolean;
  /** True while a run is replayed from its start. */
  readonly isReplaying: boolean;
}

/**
 * Creates the comparison for one shadow snapshot. The shown snapshot is measured once, and of the shadow snapshot only
 * changed messages are measured: replayed messages only grow. A MESSAGES_SNAPSHOT, which may shorten them, is shown at once.
 */
export function createProgressComparison(): ProgressComparison {
  const isOtherState = createStateComparison();
  const hasLongerMessage = createLengthComparison();
  const lacksStreamed = createStreamedComparison();
  /** True when any batch has brought a new event or a new issue. */
  let hasAnythingNew = false;

  return {
    hasCaughtUp(next, shown, { newEvents, hasNewIssue = false, isReplaying }) {
      if (newEvents.length > 0 || hasNewIssue) hasAnythingNew = true;
      if (!isReplaying) {
        const hasEnded = isRunOpen(shown) && !isRunOpen(next);
        const hasMore = isOtherState(next, shown) || hasLongerMessage(next, shown);
        return hasEnded || (hasMore && !lagsBehind(next, shown));
      }
      // Issues of the first batch are reported before its events.
      const hasStarted = !hasNewIssue || next.tracking.phase !== "none";
      const hasMessagesSnapshot = newEvents.some(({ type }) => type === "MESSAGES_SNAPSHOT");
      return hasMessagesSnapshot || (hasAnythingNew && hasStarted && !lacksStreamed(next, shown));
    },
  };
}

/** Comparison of a shadow snapshot with the shown one. */
type Comparison = (next: Snapshot, shown: Snapshot) => boolean;

/** Creates the check that is true for another state; it remembers the last result. */
function createStateComparison(): Comparison {
  let compared: readonly [shown: unknown, next: unknown, isOther: boolean] | undefined;
  return ({ state: next }, { state: shown }) => {
    if (compared && compared[0] === shown && compared[1] === next) return compared[2];
    compared = [shown, next, !Object.is(replaceEqualDeep(shown, next), shown)];
    return compared[2];
  };
}

/** Creates the check that is true when the shadow snapshot has a message that is new, or longer than the shown one. */
function createLengthComparison(): Comparison {
  let measured: Snapshot["messages"] | undefined;
  let lengths: ReadonlyMap<string, number> = new Map();
  /** Messages of the shadow snapshot that are not longer than the shown ones. */
  let unextendedMessages: Snapshot["messages"] = [];
  /** Id of a message that is longer than the shown one. */
  let extendedId: string | undefined;

  function measureShown({ messages }: Snapshot): void {
    if (measured === messages) return;
    measured = messages;
    lengths = new Map(measured.map((message) => [message.id, messageLength(message)]));
    unextendedMessages = [];
    extendedId = undefined;
  }

  return (next, shown) => {
    measureShown(shown);
    const isLonger = (message: Message | undefined) =>
      message !== undefined && messageLength(message) > (lengths.get(message.id) ?? -1);
    if (extendedId !== undefined && isLonger(findMessage(next, extendedId))) return true;
    extendedId = next.messages.find(
      (message, index) =>
        message !== unextendedMessages[index] &&
        message !== shown.messages[index] &&
        isLonger(message),
    )?.id;
    if (extendedId === undefined) unextendedMessages = next.messages;
    return extendedId !== undefined;
  };
}

/** Length of a message that the shown run streams. */
interface Streamed {
  readonly id: string;
  readonly length: number;
}

/** Creates the check that is true when the shadow snapshot lacks a part of the messages that the shown run streams. */
function createStreamedComparison(): Comparison {
  let measured: Snapshot | undefined;
  /** Messages of the shown run that the replay has not rebuilt yet, in reverse order. */
  let missing: Streamed[] = [];
  return (next, shown) => {
    if (measured?.messages !== shown.messages || measured.tracking !== shown.tracking) {
      measured = shown;
      missing = streamedMessages(shown).reverse();
    }
    for (let last = missing.at(-1); last; last = missing.at(-1)) {
      const replayed = findMessage(next, last.id);
      if (!replayed || messageLength(replayed) < last.length) return true;
      missing.pop();
    }
    return false;
  };
}

/** Returns the messages that the shown run streams, with their lengths. */
function streamedMessages(shown: Snapshot): Streamed[] {
  const { text, reasoning, toolCalls } = shown.tracking;
  const streamed = [text, reasoning].flatMap((entries) => Object.values(entries));
  const holders = Object.values(toolCalls).map(({ id }) => getOwn(shown.toolCalls, id)?.messageId);
  const ids = new Set([...streamed.map(({ id }) => id), ...holders]);
  return [...ids].flatMap((id) => {
    const message = id === undefined ? undefined : findMessage(shown, id);
    return message ? [{ id: message.id, length: messageLength(message) }] : [];
  });
}

/** True when a message that is being replayed is shorter than the shown one. */
export function lagsBehind(next: Snapshot, shown: Snapshot): boolean {
  const { tracking, toolCalls } = next;
  if (!tracking.isReplay) return false;
  const open = (entries: StreamEntries) => Object.values(entries).filter(({ isOpen }) => isOpen);
  const streamed = [...open(tracking.text), ...open(tracking.reasoning)].map(({ id }) => id);
  const holders = open(tracking.toolCalls).map(({ id }) => getOwn(toolCalls, id)?.messageId);
  return [...streamed, ...holders].some((id) => {
    const before = id === undefined ? undefined : findMessage(shown, id);
    const replayed = id === undefined ? undefined : findMessage(next, id);
    return before && replayed ? messageLength(replayed) < messageLength(before) : false;
  });
}

/** Returns the length of the text and the tool arguments of a message. */
function messageLength(message: Message): number {
  const text = typeof message.content === "string" ? message.content.length : 0;
  return callsOf(message).reduce((sum, call) => sum + 1 + call.function.arguments.length, text);
}

/** True when both snapshots have the same content and the same number of runs. */
export function isSameProgress(next: Snapshot, shown: Snapshot): boolean {
  if (next.tracking.runIds.length !== shown.tracking.runIds.length) return false;
  const keys = ["messages", "state", "interrupts"] as const;
  return keys.every((key) => Object.is(replaceEqualDeep(shown[key], next[key]), shown[key]));
}

/**
 * True when both snapshots have the same interrupts, the same number of runs, and the same messages apart from their
 * ids. Some servers create new ids for each response.
 */
export function hasSameMessages(next: Snapshot, shown: Snapshot): boolean {
  const before = withoutMessageIds(shown);
  return Object.is(replaceEqualDeep(before, withoutMessageIds(next)), before);
}

function withoutMessageIds({ messages, interrupts, tracking }: Snapshot) {
  return [messages.map((message) => ({ ...message, id: "" })), interrupts, tracking.runIds.length];
}
