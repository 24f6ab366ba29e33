import type { Message, ToolCall } from "../../protocol/events.ts";
import { isJson } from "../../protocol/validation/isJson.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** The messages and calls of a run that are being streamed while a snapshot arrives. */
export interface OpenContent {
  /** True for a message whose text or calls are being streamed. */
  readonly isOpenMessage: (message: Message) => boolean;
  /** Returns a stated message with the text and calls of the streamed one that it does not contain yet. */
  readonly complete: (existing: Message, stated: Message) => Message;
}

/** Finds what the run streams at the moment. */
export function findOpenContent({ tracking, now }: SnapshotDraft): OpenContent {
  const { text, reasoning, toolCalls } = tracking;
  const openIds = (entries: typeof text) =>
    Object.values(entries).flatMap(({ id, isOpen }) => (isOpen ? [id] : []));
  const messageIds = new Set([...openIds(text), ...openIds(reasoning)]);
  const callIds = new Set(openIds(toolCalls));
  const hasOpenCall = (message: Message) =>
    message.role === "assistant" && !!message.toolCalls?.some(({ id }) => callIds.has(id));
  const isEmpty = messageIds.size + callIds.size === 0 || now.messages.length === 0;
  return {
    isOpenMessage: (message) => !isEmpty && (messageIds.has(message.id) || hasOpenCall(message)),
    complete(existing, stated) {
      if (isEmpty) return stated;
      const continued = messageIds.has(existing.id) ? withLongerText(existing, stated) : stated;
      return hasOpenCall(existing) ? withOpenCalls(existing, continued, callIds) : continued;
    },
  };
}

/** Returns a stated message with the streamed text, when the stated one is the beginning of that. */
function withLongerText(existing: Message, stated: Message): Message {
  const { content: streamedContent } = existing;
  const { content = "" } = stated;
  const isPartial =
    existing.role === stated.role &&
    typeof streamedContent === "string" &&
    typeof content === "string" &&
    streamedContent.length > content.length &&
    streamedContent.startsWith(content);
  // Both have the role and a text, so the content fits the message.
  return isPartial ? ({ ...stated, content: streamedContent } as Message) : stated;
}

/** Returns a stated message with the calls whose arguments are being streamed. */
function withOpenCalls(existing: Message, stated: Message, callIds: ReadonlySet<string>): Message {
  if (existing.role !== "assistant" || stated.role !== "assistant") return stated;
  const open = (existing.toolCalls ?? []).filter(({ id }) => callIds.has(id));
  const statedCalls = (stated.toolCalls ?? []).map((call) => {
    const streamed = open.find(({ id }) => id === call.id)?.function.arguments;
    const text = call.function.arguments;
    const isPartial = streamed?.startsWith(text) && !isJson(text);
    return isPartial && streamed !== undefined
      ? { ...call, function: { ...call.function, arguments: streamed } }
      : call;
  });
  const missing = open.filter(({ id }) => !statedCalls.some((call) => call.id === id));
  if (missing.length === 0) return { ...stated, toolCalls: statedCalls };
  // Calls that only the snapshot has are newer than those that are being streamed.
  const isKnown = ({ id }: ToolCall) => !!existing.toolCalls?.some((call) => call.id === id);
  const newer = statedCalls.filter((call) => !isKnown(call));
  return { ...stated, toolCalls: [...statedCalls.filter(isKnown), ...missing, ...newer] };
}
