import type { Message, ToolCall } from "../../../protocol/events.ts";
import { isJson } from "../../../protocol/validation/isJson.ts";
import type { OpenStreams } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/** The messages and calls of a run that are being streamed while a snapshot arrives. */
export interface OpenContent {
  /** True for a message whose text or calls are being streamed. */
  readonly isOpenMessage: (message: Message) => boolean;
  /**
   * Returns a stated message with the text and calls of the streamed one that it does not contain yet.
   *
   * @param newerCalls - Ids of calls that have been streamed after the snapshot was taken.
   */
  readonly complete: (
    existing: Message,
    stated: Message,
    newerCalls: ReadonlySet<string>,
  ) => Message;
}

/** Finds what the run streams at the moment. */
export function findOpenContent({ tracking }: SnapshotDraft): OpenContent {
  const openIds = (entries: OpenStreams) =>
    Object.values(entries).flatMap(({ id, isOpen }) => (isOpen ? [id] : []));
  const messageIds = new Set([...openIds(tracking.text), ...openIds(tracking.reasoning)]);
  const openCalls = new Set(openIds(tracking.toolCalls));
  const isOpenCall = ({ id }: ToolCall) => openCalls.has(id);
  const callsOf = (message: Message) => (message.role === "assistant" && message.toolCalls) || [];

  /** Returns a stated message with the streamed text, when the stated one is the beginning of that. */
  function withLongerText(existing: Message, stated: Message): Message {
    const { content: shown } = existing;
    const { content = "" } = stated;
    if (!messageIds.has(existing.id) || existing.role !== stated.role) return stated;
    const isPartial =
      typeof shown === "string" && typeof content === "string" && shown.startsWith(content);
    // Both have the role and a text, so the content fits the message.
    return isPartial ? ({ ...stated, content: shown } as Message) : stated;
  }

  /** Returns a stated call with the streamed arguments, when the stated ones are their beginning. */
  function withLongerArguments(streamed: ToolCall | undefined, call: ToolCall): ToolCall {
    const stated = call.function.arguments;
    const shown = streamed?.function.arguments ?? stated;
    const isPartial = shown !== stated && shown.startsWith(stated) && !isJson(stated);
    return isPartial ? { ...call, function: { ...call.function, arguments: shown } } : call;
  }

  return {
    isOpenMessage: (message) => messageIds.has(message.id) || callsOf(message).some(isOpenCall),
    complete(existing, stated, newerCalls) {
      const continued = withLongerText(existing, stated);
      const existingCalls = new Map(callsOf(existing).map((call) => [call.id, call]));
      if (existingCalls.size === 0 || continued.role !== "assistant") return continued;
      const statedCalls = callsOf(continued).map((call) =>
        withLongerArguments(existingCalls.get(call.id), call),
      );
      const statedIds = new Set(statedCalls.map(({ id }) => id));
      const missing = [...existingCalls.values()].filter(
        (call) => (isOpenCall(call) || newerCalls.has(call.id)) && !statedIds.has(call.id),
      );
      if (statedCalls.length + missing.length === 0) return continued;
      // Calls that only the snapshot has are newer than those that are being streamed.
      const isKnown = ({ id }: ToolCall) => missing.length === 0 || existingCalls.has(id);
      const newer = statedCalls.filter((call) => !isKnown(call));
      return { ...continued, toolCalls: [...statedCalls.filter(isKnown), ...missing, ...newer] };
    },
  };
}
