import type { Snapshot } from "../../reducer/snapshot.ts";

/** @internal Last message and open questions that the user has seen. */
export interface ReadMarker {
  readonly id: string | undefined;
  readonly questions: readonly string[];
}

/** @internal Returns a marker for everything in the snapshot. */
export function currentReadMarker({ messages, interrupts }: Snapshot): ReadMarker {
  return { id: messages.at(-1)?.id, questions: interrupts.map(({ id }) => id) };
}

/**
 * @internal Returns the ids of the answers after the marker, newest first; none when the marked message is
 * gone.
 */
export function unreadAnswers({ messages }: Snapshot, { id }: ReadMarker): readonly string[] {
  const answers: string[] = [];
  // Backwards, so that the cost does not grow with the conversation.
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.id === id) return answers;
    if (message?.role !== "assistant" || message.subagentRunId) continue;
    if (message.content) answers.push(message.id);
  }
  // Without the marked message, it is unknown which answers are new.
  return id === undefined ? answers : [];
}

/** @internal Returns the number of questions that were asked since the marker. */
export function questionsSince({ interrupts }: Snapshot, { questions }: ReadMarker): number {
  return interrupts.filter(({ id }) => !questions.includes(id)).length;
}
