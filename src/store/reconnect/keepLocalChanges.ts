import type { ToolMessage } from "../../protocol/events.ts";
import { confirmState } from "../../reducer/events/sharedState.ts";
import { answerCalls } from "../../reducer/localUpdates.ts";
import { findMessage } from "../../reducer/lookup.ts";
import { prependMessages } from "../../reducer/prependMessages.ts";
import { getOwn } from "../../reducer/safeRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";
import { isUnanswered } from "../../reducer/toolCallStatus.ts";

/**
 * A snapshot that was made anew, with what the person and the page have done to the one that is shown,
 * and with the times at which things were first heard. What is the same keeps its identity.
 *
 * @param since - What the one that is shown has come from: an answer that was there is no new one.
 */
export function keepLocalChanges(next: Snapshot, shown: Snapshot, since: Snapshot): Snapshot {
  const { queue, branches, droppedEdits, edits, visibleState } = shown;
  const answered = answerCalls(withEarlier(next, shown), missingAnswers(next, shown, since));
  const based = { ...answered, queue, branches, droppedEdits };
  const edited =
    edits.length === 0
      ? based
      : confirmState({ ...based, state: shown.state, visibleState, edits }, next.state);
  const merged = { ...edited, tracking: answered.tracking, ...withFirstTimes(answered, shown) };
  return {
    ...replaceEqualDeep(shown, { ...merged, messages: [] }),
    messages: shareMessages(merged, shown),
  };
}

/** With what was put in front of the conversation meanwhile. */
function withEarlier(next: Snapshot, shown: Snapshot): Snapshot {
  const { messages, earlier } = shown;
  if (!earlier || earlier === next.earlier) return next;
  const start = messages.findIndex(({ id }) => findMessage(next, id));
  return prependMessages(next, { messages: messages.slice(0, Math.max(0, start)), earlier });
}

/** The answers of this page to calls while they streamed. */
function missingAnswers(next: Snapshot, shown: Snapshot, since: Snapshot): readonly ToolMessage[] {
  const { text, history } = shown.tracking;
  const told = [...Object.values(text), ...Object.values(history.text), ...since.messages];
  const known = new Set(told.map(({ id }) => id));
  return Object.entries(next.toolCalls).flatMap(([id, info]) => {
    const resultId = getOwn(shown.toolCalls, id)?.resultMessageId;
    const result = resultId === undefined ? undefined : findMessage(shown, resultId);
    return isUnanswered(info) && result?.role === "tool" && !known.has(result.id) ? [result] : [];
  });
}

/** Wherever a message lies now: by its id. */
function shareMessages({ messages }: Snapshot, shown: Snapshot): Snapshot["messages"] {
  const known = new Map(shown.messages.map((message) => [message.id, message]));
  const shared = messages.map((message) => replaceEqualDeep(known.get(message.id), message));
  return replaceEqualDeep(shown.messages, shared);
}

/** A thought that is told again was thought when it was first heard, and so it is with calls. */
function withFirstTimes(
  { timings, toolCalls, annotations }: Snapshot,
  shown: Snapshot,
): Pick<Snapshot, "timings" | "toolCalls" | "annotations"> {
  return {
    timings: mapRecord(timings, (timing, id) => firstTime(timing, getOwn(shown.timings, id))),
    toolCalls: mapRecord(toolCalls, (info, id) => firstTime(info, getOwn(shown.toolCalls, id))),
    annotations: {
      ...annotations,
      // Those of the person are told by nobody.
      ...Object.fromEntries(
        Object.entries(shown.annotations).filter(
          ([id, list]) => list.length > (getOwn(annotations, id)?.length ?? 0),
        ),
      ),
    },
  };
}

type Times = { readonly startedAt?: number; readonly endedAt?: number };

function firstTime<T extends Times>(now: T, first: Times | undefined): T {
  const { startedAt, endedAt } = first ?? {};
  return {
    ...now,
    ...(startedAt !== undefined && now.startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && now.endedAt !== undefined && { endedAt }),
  };
}

function mapRecord<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
