import type { Message } from "../../../protocol/events.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { contentKeyOf } from "./comparedContent.ts";
import type { MessageMatches } from "./matchProgress.ts";

interface RepetitionOptions extends MessageMatches {
  readonly stated: readonly Message[];
  /** True for a message that is being streamed. */
  readonly isOpen: (message: Message) => boolean;
  /** True for a message of the current run. */
  readonly isOfRun: (message: Message) => boolean;
}

/**
 * Finds the messages of a replayed run that repeat loaded messages under other ids: those that it streams, and user messages
 * of its input. Returns the index of each in the snapshot. The snapshot proves the repetition: it states the text in the last
 * turn, once, as the loaded message.
 *
 * Example: the thread has loaded `u1 s2`, the run repeats the text of `s2` as `m1`, and its snapshot states `u1 s2`.
 */
export function findRenamedRepetitions(
  { snapshot: { messages }, tracking }: SnapshotDraft,
  { stated, existingByIndex, snapshotIndexes, isOpen, isOfRun }: RepetitionOptions,
): ReadonlyMap<Message, number> {
  const repeated = new Map<Message, number>();
  if (!tracking.isReplay) return repeated;
  const turnIndex = stated.findLastIndex(({ role }) => role === "user");
  const isEchoed = ({ id }: Message) => tracking.echoedUserMessageIds.includes(id);
  // The text of a chunked stream is open until another event follows.
  const mayRepeat = (message: Message) =>
    (isOfRun(message) && isOpen(message)) || isEchoed(message);
  for (const message of messages.filter(mayRepeat)) {
    const key = contentKeyOf(message);
    if (key === undefined || snapshotIndexes.has(message)) continue;
    const index = stated.findLastIndex((candidate, candidateIndex) => {
      const loaded = existingByIndex[candidateIndex];
      const isSame = candidate.role === message.role && contentKeyOf(candidate) === key;
      return (
        candidateIndex >= turnIndex &&
        isSame &&
        loaded !== undefined &&
        !isOfRun(loaded) &&
        !isEchoed(loaded)
      );
    });
    if (index !== -1) repeated.set(message, index);
  }
  return repeated;
}
