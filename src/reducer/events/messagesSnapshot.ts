import { unreadableIn } from "../../protocol/completeMessages.ts";
import type { EventOf, Message, RunAgentInput } from "../../protocol/events.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import type { HandlersOf } from "../handlers.ts";
import type { OpenStream, OpenStreams, RunTracking, SnapshotEntryKind } from "../runTracking.ts";
import { getOwn, putOwn } from "../safeRecord.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { replaceEqualDeep } from "../structuralSharing.ts";
import { describeToolCalls } from "../toolCallStatus.ts";
import { createStreamEntry } from "./messageStream.ts";

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
  const isUnreadable = unreadableIn(event);
  return (message) => {
    if (isUnreadable(message)) return true;
    if (message.role === "reasoning") return !hasReasoning;
    if (message.role !== "activity") return false;
    if (authority === undefined) return !hasActivity;
    return authority !== null && !authority.includes(message.activityType);
  };
}

/** Gives every message in a list a unique id. */
function withUniqueIds(
  draft: SnapshotDraft,
  messages: readonly Message[],
  isTaken: (id: string) => boolean,
): Message[] {
  const seen = new Set<string>();
  return messages.map((message) => {
    let { id } = message;
    for (let n = 2; id === "" || seen.has(id) || (id !== message.id && isTaken(id)); n++) {
      id = `${message.id}:${message.role}-${n}`;
    }
    seen.add(id);
    if (id === message.id) return message;
    draft.report(idCollision, message.id);
    return { ...message, id };
  });
}

function kindOf(message: Message): SnapshotEntryKind {
  if (message.role === "reasoning") return "reasoning";
  return message.role === "activity" ? "activities" : "text";
}

/** Records the sub-agents that a snapshot states for its messages and their calls. */
function recordSnapshotEntries(draft: SnapshotDraft, messages: readonly Message[]): void {
  const { snapshotEntries } = draft.tracking;
  const next: Record<SnapshotEntryKind, Record<string, OpenStream>> = {
    text: { ...snapshotEntries.text },
    reasoning: { ...snapshotEntries.reasoning },
    activities: { ...snapshotEntries.activities },
    toolCalls: { ...snapshotEntries.toolCalls },
  };
  for (const message of messages) {
    const { id, subagentRunId } = message;
    putOwn(next[kindOf(message)], id, createStreamEntry(id, false, subagentRunId));
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) {
      putOwn(next.toolCalls, call.id, createStreamEntry(call.id, false, subagentRunId));
    }
  }
  const shared = replaceEqualDeep<RunTracking["snapshotEntries"]>(snapshotEntries, next);
  if (shared !== snapshotEntries) draft.setTracking({ snapshotEntries: shared });
}

/** Replaces the sub-agents that the stream named by those of the snapshot. */
function reassignSubagents(draft: SnapshotDraft): void {
  const { snapshotEntries } = draft.tracking;
  for (const kind of ["text", "reasoning", "activities", "toolCalls"] as const) {
    const entries: OpenStreams = draft.tracking[kind];
    for (const [id, entry] of Object.entries(entries)) {
      const stated = getOwn(snapshotEntries[kind], id);
      if (!stated || stated.subagentRunId === entry.subagentRunId) continue;
      draft.putTracking(kind, id, createStreamEntry(entry.id, entry.isOpen, stated.subagentRunId));
    }
  }
}

/**
 * Merges the input that RUN_STARTED echoes. The echo may hold a part of the conversation only, so new
 * messages are appended, and nothing is replaced or dropped.
 */
export function mergeRunInput(draft: SnapshotDraft, input: RunAgentInput): void {
  const { messages, tools = [] } = input;
  // An echo without tools says nothing about the tools that the run was offered.
  if (tools.length > 0) draft.setTracking({ toolNames: tools.map(({ name }) => name) });
  const fresh = messages.filter(({ id }) => id === "" || draft.find(id) === -1);
  for (const message of withUniqueIds(draft, fresh, (id) => draft.find(id) !== -1)) {
    draft.insert({ ...message });
  }
  if (fresh.length > 0) {
    draft.set("toolCalls", describeToolCalls(draft.now.messages, draft.now.toolCalls));
  }
  recordSnapshotEntries(draft, messages);
}

function applySnapshot(draft: SnapshotDraft, event: EventOf<"MESSAGES_SNAPSHOT">): void {
  const { messages: before, run } = draft.now;
  const isRetained = createRetainFilter(event);
  const messages = withUniqueIds(draft, event.messages, (id) => draft.find(id) !== -1);
  const stated = new Map(messages.map((message) => [message.id, message]));
  const next: Message[] = [];
  const rewritten = new Set<string>();
  for (const message of before) {
    const replacement = stated.get(message.id);
    if (replacement) {
      const shared = replaceEqualDeep(message, replacement);
      if (shared.content !== message.content) rewritten.add(message.id);
      next.push(shared);
    } else if (isRetained(message)) next.push(message);
    stated.delete(message.id);
  }
  next.push(...stated.values());
  const isSame = next.length === before.length && next.every((message, i) => message === before[i]);
  if (!isSame) draft.set("messages", next);

  const known = draft.now.toolCalls;
  const described = describeToolCalls(next, known, run.runId, rewritten);
  if (!isSame) draft.set("toolCalls", described);
  recordSnapshotEntries(draft, messages);
  reassignSubagents(draft);
  for (const id of madeInThisRun(before, messages)) {
    if (Object.hasOwn(known, id) || draft.entry("toolCalls", id)) continue;
    const stated = getOwn(draft.tracking.snapshotEntries.toolCalls, id);
    draft.putTracking("toolCalls", id, createStreamEntry(id, false, stated?.subagentRunId));
  }
}

/**
 * Returns the ids of calls that the run made and that this snapshot shows first: those after the last user
 * message. Earlier calls are history, which a reloaded tab may see for the first time and must not execute.
 */
function madeInThisRun(before: readonly Message[], after: readonly Message[]): readonly string[] {
  const isOfUser = ({ role }: Message) => role === "user";
  const at = after.findLastIndex(isOfUser);
  const question = after[at];
  if (question && !isSameMessage(question, before.findLast(isOfUser))) return [];
  return after
    .slice(at + 1)
    .flatMap((message) => (message.role === "assistant" && message.toolCalls) || [])
    .map(({ id }) => id);
}

/** Compares by content as well, since some servers assign their own ids to user messages. */
function isSameMessage(a: Message, b: Message | undefined): boolean {
  return a.id === b?.id || JSON.stringify(a.content) === JSON.stringify(b?.content);
}

/**
 * Handles the conversation as the agent has it: replaces messages by id, appends new ones and drops
 * omitted ones, except activities and reasoning that the agent does not track.
 *
 * @see https://docs.ag-ui.com/concepts/events#state-management-events
 */
export const messagesSnapshotHandlers: HandlersOf<"MESSAGES_SNAPSHOT"> = {
  MESSAGES_SNAPSHOT: applySnapshot,
};
