import type { ToolMessage } from "../../protocol/events.ts";
import { confirmState } from "../../reducer/events/sharedState.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import { prependMessages } from "../../reducer/prependMessages.ts";
import { replaceEqualDeep } from "../../reducer/replaceEqualDeep.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";

/**
 * Applies to a rebuilt snapshot what the user and the tab have changed in the shown one, with the times of
 * first receipt. Equal parts keep their identity.
 *
 * @param since - The snapshot that the shown one started from: tool results in it are not local.
 */
export function keepLocalChanges(next: Snapshot, shown: Snapshot, since: Snapshot): Snapshot {
  const { queue, branches, droppedEdits, edits, visibleState } = shown;
  const answered = answerCalls(withEarlier(next, shown), missingAnswers(next, shown, since));
  const based = { ...answered, queue, branches, droppedEdits };
  const withEdits =
    edits.length === 0
      ? based
      : confirmState({ ...based, state: shown.state, visibleState, edits }, next.state);
  const merged = { ...withEdits, tracking: answered.tracking, ...withFirstTimes(answered, shown) };
  return {
    ...replaceEqualDeep(shown, { ...merged, messages: [] }),
    messages: shareMessages(merged, shown),
  };
}

/** Adds earlier messages that were loaded meanwhile. */
function withEarlier(next: Snapshot, shown: Snapshot): Snapshot {
  const { messages, earlier } = shown;
  if (!earlier || earlier === next.earlier) return next;
  const start = messages.findIndex(({ id }) => findMessage(next, id));
  return prependMessages(next, { messages: messages.slice(0, Math.max(0, start)), earlier });
}

/** Returns tool results that this tab has added to calls while they streamed. */
function missingAnswers(next: Snapshot, shown: Snapshot, since: Snapshot): readonly ToolMessage[] {
  const { text, statedEntries } = shown.tracking;
  const receivedMessages = [
    ...Object.values(text),
    ...Object.values(statedEntries.text),
    ...since.messages,
  ];
  const receivedIds = new Set(receivedMessages.map(({ id }) => id));
  return Object.entries(next.toolCalls).flatMap(([id, info]) => {
    const resultId = getOwn(shown.toolCalls, id)?.resultMessageId;
    const result = resultId === undefined ? undefined : findMessage(shown, resultId);
    return isUnanswered(info) && result?.role === "tool" && !receivedIds.has(result.id)
      ? [result]
      : [];
  });
}

/** Shares equal messages by id, since their positions may differ. */
function shareMessages({ messages }: Snapshot, shown: Snapshot): Snapshot["messages"] {
  const receivedIds = new Map(shown.messages.map((message) => [message.id, message]));
  const shared = messages.map((message) => replaceEqualDeep(receivedIds.get(message.id), message));
  return replaceEqualDeep(shown.messages, shared);
}

/** Keeps the times when reasoning and calls were first received. */
function withFirstTimes(
  { timings, toolCalls, annotations }: Snapshot,
  shown: Snapshot,
): Pick<Snapshot, "timings" | "toolCalls" | "annotations"> {
  return {
    timings: mapRecord(timings, (timing, id) => firstTime(timing, getOwn(shown.timings, id))),
    toolCalls: mapRecord(toolCalls, (info, id) => firstTime(info, getOwn(shown.toolCalls, id))),
    annotations: {
      ...annotations,
      // Feedback of the user is in no replay.
      ...Object.fromEntries(
        Object.entries(shown.annotations).filter(
          ([id, list]) => list.length > (getOwn(annotations, id)?.length ?? 0),
        ),
      ),
    },
  };
}

type Times = { readonly startedAt?: number; readonly endedAt?: number };

function firstTime<T extends Times>(current: T, first: Times | undefined): T {
  const { startedAt, endedAt } = first ?? {};
  return {
    ...current,
    ...(startedAt !== undefined && current.startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && current.endedAt !== undefined && { endedAt }),
  };
}

function mapRecord<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
