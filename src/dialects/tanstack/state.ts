import type { JsonPatch } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { commonFields, type ReaderContext, type TanStackEvent } from "./wire.ts";

export interface SharedState {
  snapshot(wire: TanStackEvent): void;
  delta(wire: TanStackEvent): void;
}

/** Reads shared state: earlier versions send the fields that change where 1.0 has a JSON Patch. */
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
        // There is nothing to patch into a state that has no fields yet.
        if (!hasFields) snapshot(wire, wire.delta);
        else emit({ type: "STATE_DELTA", delta: patchOf(wire.delta), ...commonFields(wire) });
        return;
      }
      // A patch, or nothing that can be read, which the run loop reports.
      emit({ type: "STATE_DELTA", delta: wire.delta as JsonPatch, ...commonFields(wire) });
    },
  };
}

/** A shallow merge as a JSON Patch: `add` also replaces. */
function patchOf(fields: TanStackEvent): JsonPatch {
  return Object.entries(fields).map(([name, value]) => ({
    op: "add",
    path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    value,
  }));
}
