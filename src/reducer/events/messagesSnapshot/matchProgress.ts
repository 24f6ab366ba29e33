import type { Message } from "../../../protocol/events.ts";
import { serverIdOf } from "../../serverIds.ts";
import { contentKeyOf } from "./comparedContent.ts";

/** The messages of a snapshot with those of the conversation that they state. */
export interface MessageMatches {
  /** The message of the conversation for each message of the snapshot, by index. */
  readonly existingByIndex: readonly (Message | undefined)[];
  /** The index in the snapshot for each message of the conversation that it states. */
  readonly snapshotIndexes: ReadonlyMap<Message, number>;
}

/**
 * The matches that the passes have recorded so far, and what they match. An `index` is that of a message in the snapshot, a
 * `position` that of a message in the conversation.
 */
export interface MatchProgress extends MessageMatches {
  /** The messages of the conversation. */
  readonly before: readonly Message[];
  /** The messages of the snapshot. */
  readonly stated: readonly Message[];
  /** True for a message that is being streamed. */
  readonly isOpen: (message: Message) => boolean;
  /** Records that the message of the snapshot at an index states a message of the conversation. */
  readonly recordMatch: (index: number, message: Message) => void;
}

/** Creates the progress before the first pass. */
export function createMatchProgress(
  before: readonly Message[],
  stated: readonly Message[],
  isOpen: (message: Message) => boolean,
): MatchProgress {
  const existingByIndex: (Message | undefined)[] = stated.map(() => undefined);
  const snapshotIndexes = new Map<Message, number>();
  return {
    before,
    stated,
    isOpen,
    existingByIndex,
    snapshotIndexes,
    recordMatch(index, message) {
      existingByIndex[index] = message;
      snapshotIndexes.set(message, index);
    },
  };
}

/** Matches each unmatched message with the first unmatched message of the conversation that shares a key with it. */
export function matchByKey(
  { before, stated, existingByIndex, snapshotIndexes, recordMatch }: MatchProgress,
  keysOf: (message: Message) => readonly string[],
): void {
  const candidates = new Map<string, Message[]>();
  for (const message of before.toReversed()) {
    if (snapshotIndexes.has(message)) continue;
    for (const key of keysOf(message)) {
      const list = candidates.get(key);
      if (list) list.push(message);
      else candidates.set(key, [message]);
    }
  }
  for (const [index, message] of stated.entries()) {
    if (existingByIndex[index]) continue;
    for (const key of keysOf(message)) {
      const list = candidates.get(key) ?? [];
      // A list that is not empty has a last message.
      while (list.length > 0 && snapshotIndexes.has(list.at(-1) as Message)) list.pop();
      const candidate = list.pop();
      if (!candidate) continue;
      recordMatch(index, candidate);
      break;
    }
  }
}

/** True for a message of the conversation whose content a message of the snapshot may state. */
type IsSame = (candidate: Message, message: Message, key: string) => boolean;

/** Number of messages of the conversation that are compared with one message of a snapshot. */
const MAX_CANDIDATES = 32;

/**
 * Matches messages of one role for which `isSame` holds and that are between the same matched messages. A shortened history is
 * matched from its end, since texts may occur several times.
 */
export function matchByContent(progress: MatchProgress, isSame: IsSame): void {
  const { before, stated, existingByIndex, recordMatch, isOpen } = progress;
  const ended = before.filter((message) => !isOpen(message));
  if (!isShortened(ended, stated)) {
    matchInOrder(progress, isSame);
    return;
  }
  const last = stated.length - 1;
  // `matchInOrder` only asks whether `snapshotIndexes` has a message, so the map needs no reversed copy.
  const reversed = {
    ...progress,
    before: before.toReversed(),
    stated: stated.toReversed(),
    existingByIndex: existingByIndex.toReversed(),
    recordMatch: (index: number, message: Message) => recordMatch(last - index, message),
  };
  matchInOrder(reversed, isSame);
}

/** True for a snapshot that has the end of the conversation only. */
function isShortened(before: readonly Message[], stated: readonly Message[]): boolean {
  const isStep = ({ role }: Message) => role !== "activity" && role !== "reasoning";
  if (stated.filter(isStep).length >= before.filter(isStep).length) return false;
  const [lastShown, lastStated] = [before.findLast(isStep), stated.findLast(isStep)];
  if (!lastShown || lastShown.role !== lastStated?.role) return false;
  const key = contentKeyOf(lastShown);
  const isSameContent = key !== undefined && key === contentKeyOf(lastStated);
  return serverIdOf(lastShown) === lastStated.id || isSameContent;
}

/** Matches messages from the first to the last one, each with a message after the one that was matched before. */
function matchInOrder(
  { before, stated, existingByIndex, snapshotIndexes, recordMatch }: MatchProgress,
  isSame: IsSame,
): void {
  const positions = new Map(before.map((message, position) => [message, position]));
  const positionOf = (message: Message | undefined) => (message && positions.get(message)) ?? -1;
  /** The position of the next matched message, for each message of the snapshot. */
  const ends: number[] = [];
  for (let index = stated.length - 1, end = before.length; index >= 0; index--) {
    ends[index] = end;
    const position = positionOf(existingByIndex[index]);
    if (position !== -1) end = position;
  }
  /** The position after the last matched message. */
  let start = 0;
  for (const [index, message] of stated.entries()) {
    const matched = positionOf(existingByIndex[index]);
    if (matched !== -1) {
      start = matched + 1;
      continue;
    }
    const key = contentKeyOf(message);
    if (key === undefined) continue;
    const end = Math.min(ends[index] ?? 0, start + MAX_CANDIDATES);
    for (let position = start; position < end; position++) {
      const candidate = before[position];
      if (!candidate || candidate.role !== message.role || snapshotIndexes.has(candidate)) continue;
      if (!isSame(candidate, message, key)) continue;
      recordMatch(index, candidate);
      start = position + 1;
      break;
    }
  }
}
