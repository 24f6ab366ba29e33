import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import { isJson } from "../../../protocol/parseJson.ts";
import type { ContentKind, StreamEntry } from "../../runTracking.ts";
import { serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { withStatedArguments } from "../calls/repeatedArguments.ts";
import { entryKey } from "./interruptedContent.ts";

/** The messages and calls of a run that are being streamed while a snapshot arrives. */
export interface OpenContent {
  /** True for a message whose text or calls are being streamed. */
  readonly isOpenMessage: (message: Message) => boolean;
  /** True for a message whose text the run has streamed to its end. */
  readonly isEndedText: (message: Message) => boolean;
  /**
   * Returns a stated message with the text and calls of the streamed one that it does not contain yet. Records the
   * content that it states ahead of the stream.
   *
   * @param newerCalls - Ids of calls that have been streamed after the snapshot was taken.
   */
  readonly addStreamedContent: (
    existing: Message,
    stated: Message,
    newerCalls: ReadonlySet<string>,
  ) => Message;
}

/** A stream of the run with its key in the run tracking. */
interface KeyedEntry {
  readonly kind: ContentKind;
  readonly key: string;
  readonly entry: StreamEntry;
  /** True for a stream that has not ended, also when another event has interrupted its chunks. */
  readonly isOpen: boolean;
}

/**
 * Finds what the run streams at the moment.
 *
 * @param interrupted - The entries of interrupted streams of chunks, which count as open.
 */
export function findOpenContent(
  draft: SnapshotDraft,
  interrupted: ReadonlySet<string>,
): OpenContent {
  const streamsIn = (...kinds: readonly KeyedEntry["kind"][]) => {
    const streams = kinds.flatMap((kind) =>
      Object.entries(draft.tracking[kind]).map(([key, entry]) => {
        const isOpen = entry.isOpen || interrupted.has(entryKey(kind, key));
        return { kind, key, entry, isOpen };
      }),
    );
    // Several entries may name a message, of which an open one counts.
    streams.sort((a, b) => Number(a.isOpen) - Number(b.isOpen));
    return new Map<string, KeyedEntry>(streams.map((stream) => [stream.entry.id, stream]));
  };
  const messages = streamsIn("text", "reasoning");
  const calls = streamsIn("toolCalls");
  const isOpenCall = ({ id }: ToolCall) => !!calls.get(id)?.isOpen;

  function record({ kind, key, entry }: KeyedEntry, next: StreamEntry): void {
    if (next !== entry) draft.putTracking(kind, key, next);
  }

  /** Returns a stated message with the streamed text, when the stated one is the beginning of that. */
  function withLongerText(existing: Message, stated: Message): Message {
    const stream = messages.get(existing.id);
    const { content: shown = "" } = existing;
    const { content = "" } = stated;
    if (!stream || typeof shown !== "string" || typeof content !== "string") return stated;
    const isPartial = stream.isOpen && existing.role === stated.role;
    // Both messages have the same role and text as content, so the content fits.
    if (isPartial && shown.startsWith(content)) return { ...stated, content: shown } as Message;
    if (content !== shown) recordStatedAhead(stream, existing, stated);
    return stated;
  }

  /**
   * Records the position of the stream in a stated text that is longer, so that the rest of the stream does not repeat the
   * text. Records none for another text.
   */
  function recordStatedAhead(stream: KeyedEntry, existing: Message, stated: Message): void {
    const { statedAhead: before, ...entry } = stream.entry;
    const shown = String(existing.content ?? "");
    const content = String(stated.content ?? "");
    // An earlier snapshot may already be ahead of the stream.
    const sent = before?.sentSoFar ?? shown.length;
    const isAhead = content.length > sent && content.startsWith(shown.slice(0, sent));
    const isRenamed = serverIdOf(existing) !== serverIdOf(stated) && callsOf(existing).length === 0;
    const streamMessage =
      before?.streamMessage ?? (isRenamed && stream.isOpen ? existing : undefined);
    const statedAhead = isAhead
      ? omitUndefined({ sentBefore: sent, sentSoFar: sent, streamMessage })
      : undefined;
    record(stream, { ...entry, ...omitUndefined({ statedAhead }) });
  }

  /** Returns a stated call with the streamed arguments, when the stated ones are their beginning. */
  function withLongerArguments(streamed: ToolCall | undefined, call: ToolCall): ToolCall {
    const stated = call.function.arguments;
    const shown = streamed?.function.arguments ?? stated;
    if (shown === stated) return call;
    const isPartial = shown.startsWith(stated) && !isJson(stated);
    if (isPartial) return { ...call, function: { ...call.function, arguments: shown } };
    const stream = calls.get(call.id);
    if (stream?.isOpen) record(stream, withStatedArguments(stream.entry, shown, stated));
    return call;
  }

  /** True for a call that the stream has started. */
  function isStarted({ id }: ToolCall): boolean {
    const { entry } = calls.get(id) ?? {};
    return entry !== undefined && !(entry.isSnapshotOnly && entry.id === id);
  }

  return {
    isOpenMessage: (message) =>
      !!messages.get(message.id)?.isOpen || callsOf(message).some(isOpenCall),
    isEndedText: ({ id }) => {
      const stream = messages.get(id);
      return stream !== undefined && !stream.isOpen && !stream.entry.isSnapshotOnly;
    },
    addStreamedContent(existing, stated, newerCalls) {
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
      if (missing.length === 0) return { ...continued, toolCalls: statedCalls };
      return {
        ...continued,
        toolCalls: insertCalls(missing, {
          stated: statedCalls,
          existing: callsOf(existing),
          isStarted,
        }),
      };
    },
  };
}

interface CallLists {
  readonly stated: readonly ToolCall[];
  readonly existing: readonly ToolCall[];
  /** True for a call that the stream has started. */
  readonly isStarted: (call: ToolCall) => boolean;
}

/**
 * Inserts the calls that a stated message lacks between its calls: each after the one that it follows in the stream.
 *
 * Example: the stream has `c1 c2 c3`, and the snapshot states `c1 c3`. The result is `c1 c2 c3`.
 */
function insertCalls(
  missing: readonly ToolCall[],
  { stated, existing, isStarted }: CallLists,
): ToolCall[] {
  const existingIds = new Set(existing.map(({ id }) => id));
  const missingSet = new Set(missing);
  const indexes = new Map(stated.map(({ id }, index) => [id, index]));
  /** Calls after each index of the stated ones; those at -1 come first. */
  const inserted = new Map<number, ToolCall[]>();
  let anchor = -1;
  for (const call of existing) {
    anchor = indexes.get(call.id) ?? anchor;
    if (!missingSet.has(call)) continue;
    // Calls that only the snapshot has are newer, unless the stream has sent them.
    for (let next = stated[anchor + 1]; next; next = stated[anchor + 1]) {
      if (existingIds.has(next.id) || !isStarted(next)) break;
      anchor++;
    }
    inserted.set(anchor, [...(inserted.get(anchor) ?? []), call]);
  }
  return [
    ...(inserted.get(-1) ?? []),
    ...stated.flatMap((call, index) => [call, ...(inserted.get(index) ?? [])]),
  ];
}
