import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { idCollision } from "../../../protocol/issueCodes.ts";
import { deriveId } from "../../../protocol/randomId.ts";
import { UNNAMED_TOOL } from "../../../protocol/validation/lenientChecks.ts";
import {
  CallIdTranslator,
  callIdsOf,
  chooseFreeCallId,
  freeId,
  serverIdOf,
} from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import type { RegroupedMatches } from "../calls/regroupCalls.ts";
import { isPartOfCall } from "./comparedContent.ts";
import type { OpenContent } from "./openContent.ts";

/** A message of a snapshot with its ids in the conversation. */
export interface MessageWithId {
  readonly id: string;
  /** The message under the server's id. Its calls, or the call that it answers, have their ids in the conversation. */
  readonly message: Message;
  /** The result that the conversation has under another id for the call that the message answers. */
  readonly result: Message | undefined;
}

interface IdAssignment extends RegroupedMatches {
  readonly stated: readonly Message[];
  /** Messages of the conversation that stay although the snapshot lacks them. */
  readonly retained: readonly Message[];
  /** Content that is being streamed. */
  readonly open: OpenContent;
}

/** Chooses ids for the messages and calls of a snapshot that are unique in the conversation. */
export function assignMessageIds(
  draft: SnapshotDraft,
  assignment: IdAssignment,
): readonly MessageWithId[] {
  const { stated, existingByIndex, messagesWithCalls, snapshotIndexes, retained, open } =
    assignment;
  const ids = createIdChooser(draft);
  for (const message of [...retained, ...snapshotIndexes.keys()]) ids.reserveIds(message);
  const translator = new CallIdTranslator();
  const results = findUnstatedResults(draft, assignment);
  const answeredIds = answeredIdsIn(stated);
  const statedCallIds = new Set([...stated.flatMap(callIdsOf), ...answeredIds]);
  return stated.map((message, index) => {
    const existing = existingByIndex[index];
    const chooseCallId = createCallIdChooser(draft, {
      message,
      messageWithCalls: messagesWithCalls[index],
      ids,
      isOpen: existing !== undefined && open.isOpenMessage(existing),
      isRenamed: (other, call) =>
        results.has(other.id) &&
        !statedCallIds.has(serverIdOf(other)) &&
        !answeredIds.has(call.id) &&
        isInSameTurn(draft.snapshot.messages, assignment, index),
    });
    const translated = translator.translateMessage(message, chooseCallId);
    const result = translated.role === "tool" ? results.get(translated.toolCallId) : undefined;
    return { id: ids.chooseMessageId(message, existing), message: translated, result };
  });
}

/** Returns the results of the conversation that the snapshot does not state under their ids, by the id of the call. */
function findUnstatedResults(
  { snapshot: { messages } }: SnapshotDraft,
  { snapshotIndexes }: IdAssignment,
): ReadonlyMap<string, Message> {
  const results = messages.flatMap((message) => (message.role === "tool" ? message : []));
  const unstated = results.filter((result) => !snapshotIndexes.has(result));
  return new Map(unstated.map((result) => [result.toolCallId, result]));
}

/** Returns the ids of the calls that the results among messages answer. */
function answeredIdsIn(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
}

/** True for a message that follows the same user message in the snapshot and in the conversation. */
function isInSameTurn(
  before: readonly Message[],
  { stated, existingByIndex }: IdAssignment,
  index: number,
): boolean {
  const existing = existingByIndex[index];
  if (!existing) return false;
  const userPosition = stated.slice(0, index).findLastIndex(({ role }) => role === "user");
  const position = before.indexOf(existing);
  const shown = before.slice(0, position).findLast(({ role }) => role === "user");
  return userPosition === -1 || existingByIndex[userPosition] === shown;
}

/** Choice of ids that are unique in the merged conversation. */
interface IdChooser {
  /** Reserves the ids of a message that stays, and of its calls. */
  reserveIds(message: Message): void;
  /** Returns the id of a stated message: its own, that of the existing message, or a free one. */
  chooseMessageId(message: Message, existing: Message | undefined): string;
  /** Returns the id of a call that no message of the conversation makes. */
  chooseCallId(call: ToolCall, message: Message): string;
}

function createIdChooser(draft: SnapshotDraft): IdChooser {
  const reserved = new Set<string>();
  const used = new Set<string>();
  const usedCalls = new Set<string>();
  return {
    reserveIds(message) {
      reserved.add(message.id);
      for (const id of callIdsOf(message)) usedCalls.add(id);
    },
    chooseMessageId({ id, role }, existing) {
      // A message that was matched by the server's id keeps its own.
      if (existing && serverIdOf(existing) === id && !used.has(existing.id)) {
        used.add(existing.id);
        return existing.id;
      }
      const isTaken = (other: string) => used.has(other) || reserved.has(other);
      const isFree = id !== "" && !isTaken(id);
      if (!isFree) draft.report(idCollision, id);
      const chosen = isFree ? id : freeId(deriveId(id, `${role}-2`), isTaken);
      used.add(chosen);
      return chosen;
    },
    chooseCallId: (call, message) => chooseFreeCallId(call, message, usedCalls),
  };
}

interface CallIdOptions {
  /** The stated message, whose calls need ids. */
  readonly message: Message;
  /** The message of the conversation that has the same calls, if any. */
  readonly messageWithCalls: Message | undefined;
  readonly ids: IdChooser;
  /** True when the existing message is being streamed: its calls continue, whatever their ids are. */
  readonly isOpen: boolean;
  /** True for an answered call that the snapshot states as the same call under another id. */
  readonly isRenamed: (existing: ToolCall, stated: ToolCall) => boolean;
}

/**
 * Returns a function that chooses the ids of the calls of a stated message in their order.
 *
 * | unused call of the conversation, in this order | fits |
 * | --- | --- |
 * | with the server's id | always |
 * | with the same name and arguments | in a streamed message, for an empty id, for a renamed call |
 * | with a part of the stated arguments | in a streamed message, for a call without a name of a tool |
 */
function createCallIdChooser(
  draft: SnapshotDraft,
  { message, messageWithCalls, ids, isOpen, isRenamed }: CallIdOptions,
): (call: ToolCall) => string {
  const unused = [...callsOf(messageWithCalls)];
  return (call) => {
    // An empty id identifies nothing.
    const mayBeSame = isOpen || call.id === "";
    // A call with an id of the stream's own is not another call of that stream.
    const mayBePart =
      (isOpen || call.function.name === UNNAMED_TOOL) && !draft.findEntry("toolCalls", call.id);
    const sameCall =
      takeCall(unused, (other) => serverIdOf(other) === call.id) ??
      takeCall(
        unused,
        (other) => isSameFunction(other, call) && (mayBeSame || isRenamed(other, call)),
      ) ??
      takeCall(unused, (other) => mayBePart && isPartOfCall(other, call));
    return sameCall?.id ?? ids.chooseCallId(call, message);
  };
}

/** Removes the first call that matches from a list, and returns it. */
function takeCall(calls: ToolCall[], isMatch: (call: ToolCall) => boolean): ToolCall | undefined {
  const at = calls.findIndex(isMatch);
  return at === -1 ? undefined : calls.splice(at, 1)[0];
}

function isSameFunction(a: ToolCall, b: ToolCall): boolean {
  return a.function.name === b.function.name && a.function.arguments === b.function.arguments;
}
