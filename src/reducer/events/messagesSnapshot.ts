import { callsOf } from "../../protocol/callsOf.ts";
import { createUnreadableFilter } from "../../protocol/completion/completeMessages.ts";
import type { EventOf, Message, ToolCall } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn, putOwn } from "../ownProperty.ts";
import { moveWrittenStates } from "../recordWrittenState.ts";
import { replaceEqualDeep } from "../replaceEqualDeep.ts";
import type { RunTracking, StatedKind, StreamEntries, StreamEntry } from "../runTracking.ts";
import { serverIdOf } from "../serverIds.ts";
import type { ToolCallInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { describeToolCalls } from "../toolCallStatus.ts";
import { createClosedEntry, createStreamEntry } from "./createStreamEntry.ts";
import { withoutForwardNotices } from "./forwardNotices.ts";
import { idsOfEntry } from "./identity/streamIds.ts";
import { registerStart } from "./identity/streamKeys.ts";
import { recordDropped } from "./messagesSnapshot/droppedMessages.ts";
import { findInterruptedEntries } from "./messagesSnapshot/interruptedContent.ts";
import { mergeServerMessages } from "./messagesSnapshot/mergeServerMessages.ts";
import { findOpenContent } from "./messagesSnapshot/openContent.ts";
import { recordStatedCall } from "./messagesSnapshot/statedCalls.ts";
import { addSnapshotOnlyText } from "./messagesSnapshot/statedText.ts";
import { recordUnconfirmed } from "./messagesSnapshot/unconfirmedMessages.ts";
import { entryKindOf } from "./messagesSnapshot/waitingCalls.ts";
import { withoutEchoedStandIns } from "./messagesSnapshot/withoutEchoedStandIns.ts";

/**
 * Handles the conversation as the agent has it: adopts its messages in their order, and drops omitted ones.
 * `mergeServerMessages` lists the messages that stay all the same.
 *
 * @see https://docs.ag-ui.com/concepts/events#state-management-events
 */
export const messagesSnapshotHandlers: HandlersOf<"MESSAGES_SNAPSHOT"> = {
  MESSAGES_SNAPSHOT: applyMessagesSnapshot,
};

function applyMessagesSnapshot(draft: SnapshotDraft, event: EventOf<"MESSAGES_SNAPSHOT">): void {
  const { messages: before, run } = draft.snapshot;
  const sentIds = new Set(draft.tracking.sentIds);
  const answeredIds = new Set<string>();
  const answers = withoutEchoedStandIns(draft, event.messages, answeredIds);
  const received = withoutForwardNotices(draft, answers, answeredIds);
  const isOwnAnswer = (message: Message) =>
    message.role === "tool" && answeredIds.has(message.toolCallId);
  const isRetained = createRetainFilter(event);
  const interrupted = findInterruptedEntries(draft, event);
  const {
    messages: next,
    stated,
    added,
    renamed,
    later,
  } = mergeServerMessages(draft, received, {
    isRetained: (message) => isOwnAnswer(message) || isRetained(message),
    isSent: ({ id }) => sentIds.has(id),
    open: findOpenContent(draft, interrupted),
    interrupted,
  });
  const isSame = next.length === before.length && next.every((message, i) => message === before[i]);
  if (!isSame) draft.setField("messages", next);

  const infos = draft.snapshot.toolCalls;
  const described = describeToolCalls(next, infos, run.runId);
  if (!isSame) draft.setField("toolCalls", described);
  recordStatedEntries(draft, stated);
  reassignSubagents(draft);
  followRenamed(draft, renamed);
  recordDropped(draft, { before, next, renamed });
  moveWrittenStates(draft, before, renamed);
  recordNewEntries(draft, { before, stated, added: new Set(added), renamed, infos });
  recordStatedResults(draft, stated);
  recordUnconfirmed(draft, later);
}

/** The metadata key under which a server declares the activity types that its snapshots own. */
const AUTHORITY_KEY = "@ag-ui/client";

/** Returns the activity types that a snapshot may drop: `null` for none, `undefined` when undeclared. */
function declaredAuthority(
  event: EventOf<"MESSAGES_SNAPSHOT">,
): readonly unknown[] | null | undefined {
  if (!event.metadata || !Object.hasOwn(event.metadata, AUTHORITY_KEY)) return undefined;
  const declared: unknown = event.metadata[AUTHORITY_KEY];
  if (typeof declared !== "object" || declared === null || Array.isArray(declared)) return [];
  if (!("authoritativeActivityTypes" in declared)) return undefined;
  const { authoritativeActivityTypes: types } = declared;
  if (types === null) return null;
  return Array.isArray(types) && types.every((type) => typeof type === "string") ? types : [];
}

/** Creates a predicate for local messages that stay although the snapshot omits them. */
function createRetainFilter(event: EventOf<"MESSAGES_SNAPSHOT">): (message: Message) => boolean {
  const authority = declaredAuthority(event);
  const hasActivity = event.messages.some(({ role }) => role === "activity");
  const hasReasoning = event.messages.some(({ role }) => role === "reasoning");
  const isUnreadable = createUnreadableFilter(event);
  return (message) => {
    if (isUnreadable(message)) return true;
    if (message.role === "reasoning") return !hasReasoning;
    if (message.role !== "activity") return false;
    if (authority === undefined) return !hasActivity;
    return authority !== null && !authority.includes(message.activityType);
  };
}

/** Records entries for the messages and calls of a messages snapshot, or of the input of a run. */
export function recordStatedEntries(draft: SnapshotDraft, messages: readonly Message[]): void {
  const { statedEntries } = draft.tracking;
  const next: Record<StatedKind, Record<string, StreamEntry>> = {
    text: { ...statedEntries.text },
    reasoning: { ...statedEntries.reasoning },
    activities: { ...statedEntries.activities },
    toolCalls: { ...statedEntries.toolCalls },
  };
  for (const message of messages) {
    const { id, subagentRunId } = message;
    const entry = createStreamEntry(id, false, subagentRunId);
    putOwn(next[entryKindOf(message)], serverIdOf(message), entry);
    for (const call of callsOf(message)) {
      const callEntry = createStreamEntry(call.id, false, subagentRunId);
      putOwn(next.toolCalls, serverIdOf(call), callEntry);
    }
  }
  const shared = replaceEqualDeep<RunTracking["statedEntries"]>(statedEntries, next);
  if (shared !== statedEntries) draft.setTracking({ statedEntries: shared });
}

/** Replaces the sub-agents that the stream named by those of the snapshot. */
function reassignSubagents(draft: SnapshotDraft): void {
  const { statedEntries } = draft.tracking;
  for (const kind of ["text", "reasoning", "activities", "toolCalls"] as const) {
    const entries: StreamEntries = draft.tracking[kind];
    for (const [id, entry] of Object.entries(entries)) {
      const stated = getOwn(statedEntries[kind], id);
      // Sub-agents may share the id of a call: the snapshot states the last of their calls under it.
      if (stated?.id !== entry.id) continue;
      const { subagentRunId: before, inheritedFrom, ...others } = entry;
      if (stated.subagentRunId === before && inheritedFrom !== "history") continue;
      const { subagentRunId } = stated;
      draft.putTracking(kind, id, { ...others, ...omitUndefined({ subagentRunId }) });
    }
  }
}

/** Replaces the former ids of renamed messages in the run tracking by the ids that the snapshot uses. */
function followRenamed(draft: SnapshotDraft, renamed: ReadonlyMap<string, string>): void {
  if (renamed.size === 0) return;
  const { greetingIds, snapshotOnlyTexts, sentIds } = draft.tracking;
  const rename = (id: string) => renamed.get(id) ?? id;
  draft.setTracking({
    snapshotOnlyTexts: snapshotOnlyTexts.map(rename),
    sentIds: sentIds.map(rename),
    greetingIds: greetingIds.some((id) => renamed.has(id)) ? greetingIds.map(rename) : greetingIds,
  });
  for (const kind of ["text", "reasoning"] as const) {
    for (const [serverId, entry] of Object.entries(draft.tracking[kind])) {
      const id = renamed.get(entry.id);
      if (id === undefined) continue;
      draft.putTracking(kind, serverId, { ...entry, id });
      // The rest of a replayed stream extends the message.
      if (!draft.awaitsReplay(kind, entry.id)) draft.markRebuilt(kind, id);
    }
  }
}

interface StatedMessages {
  readonly before: readonly Message[];
  readonly stated: readonly Message[];
  readonly added: ReadonlySet<Message>;
  readonly renamed: ReadonlyMap<string, string>;
  readonly infos: Readonly<Record<string, ToolCallInfo>>;
}

/** Records messages and calls that the run made and that this snapshot shows first as streams that have ended. */
function recordNewEntries(
  draft: SnapshotDraft,
  { before, stated, added, renamed, infos }: StatedMessages,
): void {
  // A user message with another text may be an earlier one: no call after it may run, even without a result.
  const messagesOfRun = new Set(madeInThisRun(before, stated));
  const trackedIds = new Set(Object.values(draft.tracking.toolCalls).flatMap(idsOfEntry));
  for (const message of madeInThisRun(before, stated, renamed)) {
    const { subagentRunId } = message;
    const kind = message.role === "reasoning" ? "reasoning" : "text";
    if (added.has(message) && message.role !== "activity") {
      const key = registerStart(draft, kind, serverIdOf(message), subagentRunId, true);
      if (!draft.findEntry(kind, key)) {
        const entry = createClosedEntry(draft, message.id, subagentRunId);
        const statedAhead = { sentBefore: 0, sentSoFar: 0 };
        draft.putTracking(kind, key, { ...entry, isSnapshotOnly: true, statedAhead });
        addSnapshotOnlyText(draft, message);
      }
    }
    for (const call of callsOf(message)) {
      const mayStart = messagesOfRun.has(message) || draft.callInfo(call.id)?.resultMessageId;
      if (mayStart && !Object.hasOwn(infos, call.id))
        addStatedCall(draft, call, { subagentRunId, isTracked: trackedIds.has(call.id) });
    }
  }
}

/** Records a call that the run has not started. */
function addStatedCall(
  draft: SnapshotDraft,
  call: ToolCall,
  {
    subagentRunId,
    isTracked,
  }: { readonly subagentRunId: string | undefined; readonly isTracked: boolean },
): void {
  const key = serverIdOf(call);
  const entry = draft.findEntry("toolCalls", key);
  // The stream of the call may have an empty id, or the snapshot has it.
  recordStatedCall(draft, call);
  if (!entry) {
    const stream = createStreamEntry(call.id, false, subagentRunId);
    draft.putTracking("toolCalls", key, { ...stream, isSnapshotOnly: true });
  } else if (entry.subagentRunId === subagentRunId && !isTracked) {
    const snapshotOnlyIds = draft.appendItem(entry.snapshotOnlyIds ?? [], call.id);
    draft.putTracking("toolCalls", key, { ...entry, snapshotOnlyIds });
  }
}

/** Marks the calls of the run as answered whose results the snapshot states. */
function recordStatedResults(draft: SnapshotDraft, stated: readonly Message[]): void {
  const answeredIds = new Set(
    stated.flatMap((message) => (message.role === "tool" ? message.toolCallId : [])),
  );
  for (const [key, entry] of Object.entries(draft.tracking.toolCalls)) {
    if (!entry.isAnswered && answeredIds.has(entry.id))
      draft.putTracking("toolCalls", key, { ...entry, isAnswered: true });
  }
}

/**
 * Returns the messages that the run made: those after the last user message. A reloaded tab may receive earlier
 * messages for the first time, and must not execute their calls. Some servers give the user message another id.
 */
function madeInThisRun(
  before: readonly Message[],
  after: readonly Message[],
  renamed: ReadonlyMap<string, string> = new Map(),
): readonly Message[] {
  const isOfUser = ({ role }: Message) => role === "user";
  const position = after.findLastIndex(isOfUser);
  const userMessage = after[position];
  const sent = before.findLast(isOfUser);
  const isKnown =
    !userMessage ||
    userMessage.id === (sent && (renamed.get(sent.id) ?? sent.id)) ||
    JSON.stringify(userMessage.content) === JSON.stringify(sent?.content);
  return isKnown ? after.slice(position + 1) : [];
}
