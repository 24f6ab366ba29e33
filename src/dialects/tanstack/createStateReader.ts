import type { JsonPatch } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { commonFields, type ReaderContext, type TanStackEvent } from "./tanStackEvent.ts";

interface StateReader {
  readSnapshot(event: TanStackEvent): void;
  readDelta(event: TanStackEvent): void;
}

/**
 * Creates the reader of shared state: earlier versions send the changed fields where 1.0 has a JSON
 * Patch.
 */
export function createStateReader({ emitEvent, input }: ReaderContext): StateReader {
  let hasFields = isRecord(input.state);

  function emitSnapshot(event: TanStackEvent, state: unknown): void {
    hasFields = isRecord(state);
    emitEvent({ type: "STATE_SNAPSHOT", snapshot: state, ...commonFields(event) });
  }

  return {
    readSnapshot(event) {
      emitSnapshot(event, "snapshot" in event ? event.snapshot : event.state);
    },
    readDelta(event) {
      if (isRecord(event.delta)) {
        // A state without fields cannot be patched.
        if (!hasFields) emitSnapshot(event, event.delta);
        else
          emitEvent({ type: "STATE_DELTA", delta: patchOf(event.delta), ...commonFields(event) });
        return;
      }
      // The run loop validates the patch.
      emitEvent({ type: "STATE_DELTA", delta: event.delta as JsonPatch, ...commonFields(event) });
    },
  };
}

/** Converts a shallow merge to a JSON Patch: `add` also replaces. */
function patchOf(fields: TanStackEvent): JsonPatch {
  return Object.entries(fields).map(([name, value]) => ({
    op: "add",
    path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    value,
  }));
}
