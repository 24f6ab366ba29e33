import type { EventInput, Metadata, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";

/** An event of TanStack AI, of any version. */
export type TanStackEvent = Readonly<Record<string, unknown>>;

/** Values that the readers of a response share. */
export interface ReaderContext {
  readonly emit: (event: EventInput) => void;
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

export function recordOf(value: unknown): TanStackEvent | undefined {
  return isRecord(value) ? value : undefined;
}

/** Returns a field of TanStack's own, wherever the version puts it. */
export function ownField(wire: TanStackEvent, name: string): unknown {
  return wire[name] ?? recordOf(recordOf(wire.metadata)?.tanstack)?.[name];
}

/** Returns the fields that every event may have. */
export function commonFields(wire: TanStackEvent, metadata = recordOf(wire.metadata)) {
  return omitUndefined({
    timestamp: typeof wire.timestamp === "number" ? wire.timestamp : undefined,
    rawEvent: (wire.rawEvent ?? undefined) as unknown,
    subagentRunId: stringOf(wire.subagentRunId),
    metadata: metadata as Metadata | undefined,
  });
}

/** Returns the common fields, with TanStack's own where its latest version puts them. */
export function fieldsWithExtras(wire: TanStackEvent) {
  const metadata = recordOf(wire.metadata);
  const ownFields = recordOf(metadata?.tanstack);
  const extras = EXTRAS.flatMap((name) => {
    const value = wire[name] ?? undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  if (extras.length === 0) return commonFields(wire);
  return commonFields(wire, {
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
