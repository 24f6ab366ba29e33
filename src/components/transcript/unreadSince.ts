import type { Snapshot } from "../../reducer/snapshot.ts";

/** @internal What a person has seen of a conversation: the last message, and the questions that waited. */
export interface ReadMarker {
  readonly id: string | undefined;
  readonly questions: readonly string[];
}

/** @internal That all there is has been seen. */
export function currentReadMarker({ messages, interrupts }: Snapshot): ReadMarker {
  return { id: messages.at(-1)?.id, questions: interrupts.map(({ id }) => id) };
}

/** @internal The answers that have come since, the last first; none where what was seen is gone. */
export function unreadAnswers({ messages }: Snapshot, { id }: ReadMarker): readonly string[] {
  const answers: string[] = [];
  // From the end, so that it takes no longer in a long conversation.
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.id === id) return answers;
    if (message?.role !== "assistant" || message.subagentRunId) continue;
    if (message.content) answers.push(message.id);
  }
  // Nobody knows what is new then.
  return id === undefined ? answers : [];
}

/** @internal How many questions have come since. */
export function questionsSince({ interrupts }: Snapshot, { questions }: ReadMarker): number {
  return interrupts.filter(({ id }) => !questions.includes(id)).length;
}
