import type { Message, ToolCall, ToolMessage } from "../../../protocol/events.ts";
import { idCollision } from "../../../protocol/issueCodes.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { replaceEqualDeep } from "../../replaceEqualDeep.ts";
import {
  callIdsOf,
  chooseFreeCallId,
  freeId,
  MessageReader,
  metadataWithServerId,
  serverIdOf,
} from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isStandIn } from "../../standIns.ts";
import { isAnsweredByTab } from "../../toolCallStatus.ts";
import { regroupCalls } from "../calls/regroupCalls.ts";
import { resolveSubagent, serverSubagentId } from "../identity/subagentIds.ts";
import { createDroppedFilter } from "./droppedMessages.ts";
import { insertBetween } from "./insertBetween.ts";
import { keepUnstated } from "./keepUnstated.ts";
import { isPartOfCall, matchMessages } from "./matchMessages.ts";
import type { OpenContent } from "./openContent.ts";
import { findWaitingCalls } from "./waitingCalls.ts";

/** Messages of a conversation after a snapshot. */
interface MergedMessages {
  readonly messages: readonly Message[];
  /** The messages of the snapshot as the server states them, under their ids in the conversation. */
  readonly stated: readonly Message[];
  /** Messages of the snapshot that the conversation did not have. */
  readonly added: readonly Message[];
  /** New ids of messages that the snapshot states under another id, by the id before. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Rules of a merge. */
interface MergeRules {
  /** True for a message that stays although the snapshot omits it. */
  readonly isRetained: (message: Message) => boolean;
  /** True for a message of this client that the snapshot may not have yet. */
  readonly isSent: (message: Message) => boolean;
  /** Content that is being streamed. */
  readonly open: OpenContent;
}

/**
 * Merges a snapshot into a conversation. The order is that of the snapshot; what only the conversation has keeps its
 * place after the message that precedes it.
 */
export function mergeServerMessages(
  draft: SnapshotDraft,
  statedMessages: readonly Message[],
  { isRetained, isSent, open }: MergeRules,
): MergedMessages {
  const { messages: before } = draft.snapshot;
  const { local, indexes } = matchMessages(before, statedMessages, open.isOpenMessage);
  const ids = createIdChooser(draft);
  const lastMatched = local.findLastIndex((message) => message !== undefined);
  // A question that the snapshot adds at its end is the one that was sent, in other words.
  const hasNewQuestion = statedMessages.some(
    ({ role }, index) => index > lastMatched && role === "user",
  );
  const isRestated = createDroppedFilter(draft);
  const waiting = findWaitingCalls(draft, {
    stated: statedMessages,
    ...{ local, indexes, isSent, isRestated },
    isRetained: (message) => open.isOpenMessage(message) || isRetained(message),
  });
  const streamedCalls = new Set([
    ...before.filter(open.isOpenMessage).flatMap(callIdsOf),
    ...waiting.callIds,
  ]);
  const retained = before.filter((message) => {
    if (indexes.has(message)) return false;
    if (
      message.role === "tool" &&
      (streamedCalls.has(message.toolCallId) || isOfServer(draft, message))
    )
      return true;
    if (isStreamed(message) || isRetained(message)) return true;
    return isSent(message) && !(message.role === "user" && hasNewQuestion);
  });
  for (const message of retained) ids.reserve(message);
  for (const message of local) if (message) ids.reserve(message);
  const regrouped = regroupCalls(statedMessages, local);
  const renamed = new Map<string, string>();
  const reader = new MessageReader();
  const answered = new Map(
    before.flatMap((message) =>
      message.role === "tool" && !indexes.has(message) ? [[message.toolCallId, message]] : [],
    ),
  );
  const answeredCallIds = new Set(
    statedMessages.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  const statedCallIds = new Set([...statedMessages.flatMap(callIdsOf), ...answeredCallIds]);
  const replaced = new Set<Message>();
  const previous = new Map(before.map((message) => [message.id, message]));
  const stated: Message[] = [];
  const completed = statedMessages.map((message, index) => {
    const existing = local[index];
    const holder = regrouped[index];
    const isOpen = existing !== undefined && open.isOpenMessage(existing);
    const isRenamed = (other: ToolCall, { id }: ToolCall) =>
      answered.has(other.id) &&
      !statedCallIds.has(serverIdOf(other)) &&
      !answeredCallIds.has(id) &&
      isInSameTurn(index);
    const translated = reader.read(
      message,
      callChooser(draft, message, holder, { ids, isOpen, isRenamed }),
    );
    const result = translated.role === "tool" ? answered.get(translated.toolCallId) : undefined;
    const earlier = existing ?? result;
    if (result) replaced.add(result);
    const id = ids.choose(message, existing);
    if (earlier && earlier.id !== id) renamed.set(earlier.id, id);
    const { metadata: own, ...rest } = keepUnstated(translated, earlier, callsOf(holder));
    const metadata = metadataWithServerId(id, message.id, own);
    const subagentRunId = localSubagent(draft, message, existing);
    // The role and its fields are those of the translated message.
    const next = { ...rest, id, ...omitUndefined({ metadata, subagentRunId }) } as Message;
    stated.push(next);
    const whole = holder ? open.complete(holder, next, waiting.callIds) : next;
    return replaceEqualDeep(existing ?? previous.get(id), whole);
  });
  const callIds = new Set([...completed, ...retained].flatMap(callIdsOf));
  const remaining = retained.filter(
    (message) =>
      !replaced.has(message) && (message.role !== "tool" || callIds.has(message.toolCallId)),
  );
  const added = stated.filter((_, index) => !local[index]);
  return {
    messages: insertBetween(before, {
      stated: completed,
      local,
      indexes,
      remaining,
      ...{ isSent, isStreamed, isRestated },
    }),
    stated,
    added,
    renamed,
  };

  /** True for a message that follows the same question in the snapshot and in the conversation. */
  function isInSameTurn(index: number): boolean {
    const existing = local[index];
    if (!existing) return false;
    const question = statedMessages.slice(0, index).findLastIndex(({ role }) => role === "user");
    const position = before.indexOf(existing);
    const shown = before.slice(0, position).findLast(({ role }) => role === "user");
    return question === -1 || local[question] === shown;
  }

  function isStreamed(message: Message): boolean {
    return open.isOpenMessage(message) || waiting.messages.has(message);
  }
}

/**
 * True for a result of a tool that the server executed. It stays as long as its call does, since a snapshot that lacks
 * it was taken before: the call would be open again, although no tool of the page can answer it.
 */
function isOfServer(draft: SnapshotDraft, result: ToolMessage): boolean {
  const info = draft.callInfo(result.toolCallId);
  return !isStandIn(result) && info !== undefined && !isAnsweredByTab(info);
}

/** Returns the sub-agent in the conversation of a stated message. */
function localSubagent(
  draft: SnapshotDraft,
  { subagentRunId }: Message,
  existing: Message | undefined,
): string | undefined {
  if (subagentRunId === undefined) return undefined;
  const isSame = serverSubagentId(draft.snapshot, existing?.subagentRunId) === subagentRunId;
  return isSame ? existing?.subagentRunId : resolveSubagent(draft, subagentRunId);
}

/** Chooses ids that are unique in the merged conversation. */
interface IdChooser {
  reserve(message: Message): void;
  choose(message: Message, existing: Message | undefined): string;
  chooseCall(call: ToolCall, message: Message): string;
}

function createIdChooser(draft: SnapshotDraft): IdChooser {
  const reserved = new Set<string>();
  const used = new Set<string>();
  const usedCalls = new Set<string>();
  return {
    reserve(message) {
      reserved.add(message.id);
      for (const id of callIdsOf(message)) usedCalls.add(id);
    },
    choose({ id, role }, existing) {
      // A message that was matched by the server's id keeps its own.
      if (existing && serverIdOf(existing) === id && !used.has(existing.id)) {
        used.add(existing.id);
        return existing.id;
      }
      const isTaken = (other: string) => used.has(other) || reserved.has(other);
      const isFree = id !== "" && !isTaken(id);
      if (!isFree) draft.report(idCollision, id);
      const chosen = isFree ? id : freeId(`${id}:${role}-2`, isTaken);
      used.add(chosen);
      return chosen;
    },
    chooseCall: (call, message) => chooseFreeCallId(call, message, usedCalls),
  };
}

interface CallMatching {
  readonly ids: IdChooser;
  /** True when the existing message is being streamed: its calls continue, whatever their ids are. */
  readonly isOpen: boolean;
  /** True for an answered call that the snapshot states as the same call under another id. */
  readonly isRenamed: (existing: ToolCall, stated: ToolCall) => boolean;
}

/** Returns a function that chooses the ids of the calls of a stated message in their order. */
function callChooser(
  draft: SnapshotDraft,
  message: Message,
  existing: Message | undefined,
  { ids, isOpen, isRenamed }: CallMatching,
): (call: ToolCall) => string {
  const unused = [...callsOf(existing)];
  return (call) => {
    // An empty id identifies nothing.
    const mayBeSame = isOpen || call.id === "";
    // A call under an id that the stream has used is no other call of that stream.
    const mayBePart = isOpen && !draft.entry("toolCalls", call.id);
    const sameCall =
      takeCall(unused, (other) => serverIdOf(other) === call.id) ??
      takeCall(
        unused,
        (other) => isSameFunction(other, call) && (mayBeSame || isRenamed(other, call)),
      ) ??
      takeCall(unused, (other) => mayBePart && isPartOfCall(other, call));
    return sameCall?.id ?? ids.chooseCall(call, message);
  };
}

/** Returns the calls that a message makes. */
function callsOf(message: Message | undefined): readonly ToolCall[] {
  return (message?.role === "assistant" && message.toolCalls) || [];
}

/** Removes the first call that matches from a list, and returns it. */
function takeCall(calls: ToolCall[], isMatch: (call: ToolCall) => boolean): ToolCall | undefined {
  const at = calls.findIndex(isMatch);
  return at === -1 ? undefined : calls.splice(at, 1)[0];
}

function isSameFunction(a: ToolCall, b: ToolCall): boolean {
  return a.function.name === b.function.name && a.function.arguments === b.function.arguments;
}
