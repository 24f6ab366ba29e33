import type { EventInput, Metadata, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";

/** An event as TanStack AI sends it, in the spelling of any of its eras. */
export type TanStackEvent = Readonly<Record<string, unknown>>;

/** What the readers of one answer share. */
export interface ReaderContext {
  readonly emit: (event: EventInput) => void;
  readonly input: RunAgentInput;
  readonly isReplay: boolean;
  /** Whether it goes on where another one broke off, so that what is open is not known. */
  readonly isTail: boolean;
}

/** What later versions keep under `metadata.tanstack` and earlier ones beside the event's own fields. */
const EXTRAS = ["model", "finishReason", "index", "state"] as const;

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function recordOf(value: unknown): TanStackEvent | undefined {
  return isRecord(value) ? value : undefined;
}

/** A field of the event that is TanStack's own, wherever this version keeps it. */
export function ownField(wire: TanStackEvent, name: string): unknown {
  return wire[name] ?? recordOf(recordOf(wire.metadata)?.tanstack)?.[name];
}

/** The fields that every event may have. */
export function commonFields(wire: TanStackEvent, metadata = recordOf(wire.metadata)) {
  return omitUndefined({
    timestamp: typeof wire.timestamp === "number" ? wire.timestamp : undefined,
    rawEvent: (wire.rawEvent ?? undefined) as unknown,
    subagentRunId: stringOf(wire.subagentRunId),
    metadata: metadata as Metadata | undefined,
  });
}

/** The same, with TanStack's own fields where its latest version keeps them. */
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

/** What an event adds to what has come, for versions that send the whole again with every event. */
export function deltaOf(delta: unknown, whole: unknown, before: string): string {
  if (typeof delta === "string") return delta;
  if (typeof whole !== "string" || !whole.startsWith(before)) return "";
  return whole.slice(before.length);
}
