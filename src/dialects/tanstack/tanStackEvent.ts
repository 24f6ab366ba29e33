import type { EventInput, Metadata, RunAgentInput } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";

/** An event of TanStack AI, of any version. */
export type TanStackEvent = UnknownRecord;

/** Values that the readers of a response share. */
export interface ReaderContext {
  readonly emitEvent: (event: EventInput) => void;
  readonly input: RunAgentInput;
  readonly isReplay: boolean;
  /** True for a response that resumes another one, whose open streams are unknown. */
  readonly isTail: boolean;
}

/**
 * Fields that later versions put under `metadata.tanstack`, and earlier ones beside the event's
 * own.
 */
const EXTRAS = ["model", "finishReason", "index", "state"] as const;

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a value that is an object: an event, a message or a part of either. Undefined for any other value. */
export function recordOf(value: unknown): UnknownRecord | undefined {
  return isRecord(value) ? value : undefined;
}

/** Returns a field of TanStack's own, wherever the version puts it. */
export function ownField(event: TanStackEvent, name: string): unknown {
  return event[name] ?? recordOf(recordOf(event.metadata)?.tanstack)?.[name];
}

/** Returns the fields that every event may have. */
export function commonFields(event: TanStackEvent, metadata = recordOf(event.metadata)) {
  const rawEvent: unknown = event.rawEvent ?? undefined;
  return omitUndefined({
    timestamp: typeof event.timestamp === "number" ? event.timestamp : undefined,
    rawEvent,
    subagentRunId: stringOf(event.subagentRunId),
    // AG-UI allows every object.
    metadata: metadata as Metadata | undefined,
  });
}

/** Returns the common fields, with TanStack's own where its latest version puts them. */
export function fieldsWithExtras(event: TanStackEvent) {
  const metadata = recordOf(event.metadata);
  const ownFields = recordOf(metadata?.tanstack);
  const extras = EXTRAS.flatMap((name) => {
    const value = event[name] ?? undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  if (extras.length === 0) return commonFields(event);
  return commonFields(event, {
    ...metadata,
    tanstack: { ...Object.fromEntries(extras), ...ownFields },
  });
}

/** Returns what an event adds, for versions that repeat the whole text in every event. */
export function deltaOf(delta: unknown, whole: unknown, before: string): string {
  if (typeof delta === "string") return delta;
  if (typeof whole !== "string" || !whole.startsWith(before)) return "";
  return whole.slice(before.length);
}
