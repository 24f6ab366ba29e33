import type { Event } from "../../protocol/events.ts";
import { type DeltaEvent, idFieldOf, isDelta, streamIdOf } from "./deltaEvents.ts";

/** Fields that may differ between merged deltas; the type is part of the key of a stream. */
const MERGEABLE_FIELDS: ReadonlySet<string> = new Set(["type", "delta", "timestamp", "rawEvent"]);

/** True for a delta that has only its text and a timestamp, as nearly all have. */
function hasOnlyDelta(event: DeltaEvent): boolean {
  const idField = idFieldOf(event);
  for (const field in event) if (!MERGEABLE_FIELDS.has(field) && field !== idField) return false;
  return true;
}

/** Returns the fields that deltas of a stream must share to be merged. */
function extrasOf(event: DeltaEvent): string {
  if (hasOnlyDelta(event)) return "";
  const { delta: _, timestamp: __, rawEvent: ___, ...rest } = event;
  return JSON.stringify(rest);
}

/** Selection of the events that are merged, beside those of runs. */
export interface MergeScope {
  /**
   * True to merge events outside of runs too. Each of them is an issue, so the issues of the result have
   * smaller counts. @defaultValue `false`
   */
  readonly isMergedOutsideRuns?: boolean;
}

interface MergeOptions extends MergeScope {
  /** Returns the text of a snapshot. An equal merged text shares that string. @defaultValue no text */
  readonly textOf?: (event: DeltaEvent) => string | undefined;
}

/** Index of a merged delta, and the deltas of its text. */
interface MergedStream {
  readonly index: number;
  readonly extras: string;
  readonly pieces: string[];
}

/**
 * Merges the deltas of each text, reasoning or tool call. Interleaved streams are separated; no delta moves
 * past another one of its stream, or past another event, which may end or replace its stream. Arguments after the end of
 * their call are not merged: those after complete ones do not count.
 *
 * @param events - Canonical events.
 * @param options - The texts to share, and where to merge.
 */
export function mergeDeltas(
  events: readonly Event[],
  { textOf = () => undefined, isMergedOutsideRuns = false }: MergeOptions = {},
): Event[] {
  const merged: Event[] = [];
  let streams = new Map<string, MergedStream>();
  /** The last delta when it was plain: mostly the next one continues it, and needs no key. */
  let last: { readonly event: DeltaEvent; readonly stream: MergedStream } | undefined;
  let isInRun = false;
  const endedCallIds = new Set<string>();
  const write = ({ index, pieces }: MergedStream) => {
    // The event at this index is the first of the merged deltas.
    const event = merged[index] as DeltaEvent;
    const [delta, fullText] = [pieces.join(""), textOf(event)];
    merged[index] = { ...event, delta: delta === fullText ? fullText : delta };
  };
  const flush = () => {
    for (const stream of streams.values()) write(stream);
    streams = new Map();
    last = undefined;
  };
  for (const event of events) {
    if (event.type === "RUN_STARTED") isInRun = true;
    if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") isInRun = false;
    if (event.type === "TOOL_CALL_START") endedCallIds.delete(event.toolCallId);
    if (event.type === "TOOL_CALL_END") endedCallIds.add(event.toolCallId);
    const canMerge = isDelta(event) && (isInRun || isMergedOutsideRuns);
    if (!canMerge || (event.type === "TOOL_CALL_ARGS" && endedCallIds.has(event.toolCallId))) {
      flush();
      merged.push(event);
      continue;
    }
    if (last && hasOnlyDelta(event) && isOneStream(event, last.event)) {
      last.stream.pieces.push(event.delta);
      continue;
    }
    const key = `${event.type} ${streamIdOf(event)}`;
    const extras = extrasOf(event);
    let stream = streams.get(key);
    if (stream?.extras === extras) stream.pieces.push(event.delta);
    else {
      if (stream) write(stream);
      stream = { index: merged.length, extras, pieces: [event.delta] };
      streams.set(key, stream);
      const { rawEvent: _, ...rest } = event;
      merged.push(rest);
    }
    last = hasOnlyDelta(event) ? { event, stream } : undefined;
  }
  flush();
  return merged;
}

function isOneStream(some: DeltaEvent, other: DeltaEvent): boolean {
  return some.type === other.type && streamIdOf(some) === streamIdOf(other);
}
