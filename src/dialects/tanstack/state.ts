import type { JsonPatch } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { commonFields, type ReaderContext, type TanStackEvent } from "./wire.ts";

export interface SharedState {
  snapshot(wire: TanStackEvent): void;
  delta(wire: TanStackEvent): void;
}

/**
 * Creates the reader of shared state: earlier versions send the changed fields where 1.0 has a JSON
 * Patch.
 */
export function createSharedState({ emit, input }: ReaderContext): SharedState {
  let hasFields = isRecord(input.state);

  function snapshot(wire: TanStackEvent, state: unknown): void {
    hasFields = isRecord(state);
    emit({ type: "STATE_SNAPSHOT", snapshot: state, ...commonFields(wire) });
  }

  return {
    snapshot(wire) {
      snapshot(wire, "snapshot" in wire ? wire.snapshot : wire.state);
    },
    delta(wire) {
      if (isRecord(wire.delta)) {
        // A state without fields cannot be patched.
        if (!hasFields) snapshot(wire, wire.delta);
        else emit({ type: "STATE_DELTA", delta: patchOf(wire.delta), ...commonFields(wire) });
        return;
      }
      // The run loop validates the patch.
      emit({ type: "STATE_DELTA", delta: wire.delta as JsonPatch, ...commonFields(wire) });
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
