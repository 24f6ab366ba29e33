import type { Message, RunAgentInput, ToolMessage } from "../../protocol/events.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { chooseFreeCallId, MessageReader, metadataWithServerId, serverIdOf } from "../serverIds.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { describeToolCalls, isUnanswered } from "../toolCallStatus.ts";
import { comparedContentOf } from "./messagesSnapshot/matchMessages.ts";
import { recordStatedEntries } from "./messagesSnapshot.ts";
import { insertToolResult } from "./toolResults.ts";

/**
 * Merges the input that RUN_STARTED echoes. The echo may hold a part of the conversation only, so new
 * messages are added, and nothing is replaced or dropped.
 */
export function mergeRunInput(draft: SnapshotDraft, input: RunAgentInput): void {
  const { messages, tools = [] } = input;
  // An echo without tools says nothing about the tools that the run was offered.
  if (tools.length > 0) draft.setTracking({ toolNames: tools.map(({ name }) => name) });
  const repeated = repeatedMessages(draft.snapshot.messages, messages);
  const reader = new MessageReader();
  const callIds = new Set(Object.keys(draft.snapshot.toolCalls));
  let hasNew = false;
  for (const [index, message] of messages.entries()) {
    const existing = repeated[index];
    if (existing) {
      // The answered calls have their results, which the echo may omit.
      for (const call of callsOf(existing)) {
        const info = draft.callInfo(call.id);
        reader.addCall(call, info !== undefined && !isUnanswered(info));
      }
      continue;
    }
    hasNew = true;
    const next = reader.read(message, (call) => chooseFreeCallId(call, message, callIds));
    if (next.role === "tool") addInputResult(draft, next);
    else draft.insert(withUniqueId(draft, next));
    // Describes the calls now, so that the result that follows finds its call.
    if (message.role === "assistant" && message.toolCalls) describeCalls(draft);
  }
  if (hasNew) describeCalls(draft);
  const stated = messages.map((message, index) => repeated[index] ?? message);
  recordStatedEntries(draft, stated);
}

function describeCalls(draft: SnapshotDraft): void {
  draft.set("toolCalls", describeToolCalls(draft.snapshot.messages, draft.snapshot.toolCalls));
}

/**
 * Returns the message of a conversation that each message of an echoed input repeats; `undefined` for a new message.
 * The server's ids match, also where the conversation needs other ids.
 */
export function repeatedMessages(
  conversation: readonly Message[],
  echoed: readonly Message[],
): readonly (Message | undefined)[] {
  const messagesById = groupByServerId(conversation);
  return echoed.map((message) => takeRepeated(messagesById.get(message.id) ?? [], message));
}

/** Number of messages of one id among which the content decides. */
const MAX_COMPARED = 32;

/** Removes the message that an echoed one repeats from those of its id: preferably one with the same content. */
function takeRepeated(group: Message[], echoed: Message): Message | undefined {
  if (group.length < 2) return group.shift();
  const content = JSON.stringify(comparedContentOf(echoed));
  const isSame = (message: Message) => JSON.stringify(comparedContentOf(message)) === content;
  return group.splice(Math.max(0, group.slice(0, MAX_COMPARED).findIndex(isSame)), 1)[0];
}

/** Returns the messages of a conversation by the server's id, in their order. */
function groupByServerId(messages: readonly Message[]): ReadonlyMap<string, Message[]> {
  const groups = new Map<string, Message[]>();
  for (const message of messages) {
    const id = serverIdOf(message);
    const group = groups.get(id);
    if (group) group.push(message);
    else groups.set(id, [message]);
  }
  return groups;
}

function callsOf(message: Message) {
  return message.role === "assistant" ? (message.toolCalls ?? []) : [];
}

/** Adds the result of a call, unless the call has a result. */
function addInputResult(draft: SnapshotDraft, message: ToolMessage): void {
  const info = draft.callInfo(message.toolCallId);
  if (info && !isUnanswered(info)) return;
  const result = withUniqueId(draft, message);
  if (info) insertToolResult(draft, result);
  else draft.insert(result);
}

/** Returns a copy of a message under an id that no other message has. */
function withUniqueId<T extends Message>(draft: SnapshotDraft, message: T): T {
  const isFree = message.id !== "" && draft.find(message.id) === -1;
  if (isFree) return { ...message };
  draft.report(idCollision, message.id);
  const id = draft.freeMessageId(`${message.id}:${message.role}-2`);
  const metadata = metadataWithServerId(id, message.id, message.metadata);
  return { ...message, id, ...omitUndefined({ metadata }) };
}
