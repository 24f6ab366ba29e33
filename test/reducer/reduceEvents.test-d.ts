import { expectTypeOf, test } from "vitest";
import {
  createSnapshot,
  EventType,
  findMessage,
  findToolCall,
  type Message,
  type RunStatus,
  reduceEvent,
  reduceEvents,
  type Snapshot,
  type ToolCallLookup,
} from "../../src/core.ts";

interface Plan {
  readonly steps: readonly string[];
}

test("a snapshot keeps the type of its state through the reducer", () => {
  const snapshot = createSnapshot<Plan>({ threadId: "t1", state: { steps: [] } });
  expectTypeOf(snapshot).toEqualTypeOf<Snapshot<Plan>>();
  expectTypeOf(reduceEvents(snapshot, [])).toEqualTypeOf<Snapshot<Plan>>();
  const event = { type: EventType.RAW, event: 1 } as const;
  expectTypeOf(reduceEvent(snapshot, event)).toEqualTypeOf<Snapshot<Plan>>();
});

test("the type of the state is inferred, and unknown when there is none", () => {
  expectTypeOf(createSnapshot({ threadId: "t1", state: { n: 1 } }).state).toEqualTypeOf<{
    n: number;
  }>();
  expectTypeOf(createSnapshot({ threadId: "t1" }).state).toBeUnknown();
});

test("a snapshot of a specific state is assignable to a snapshot of any state", () => {
  expectTypeOf<Snapshot<Plan>>().toExtend<Snapshot>();
});

test("selectors may return undefined", () => {
  const snapshot = createSnapshot({ threadId: "t1" });
  expectTypeOf(findMessage(snapshot, "m1")).toEqualTypeOf<Message | undefined>();
  expectTypeOf(findToolCall(snapshot, "c1")).toEqualTypeOf<ToolCallLookup | undefined>();
  expectTypeOf(snapshot.toolCalls.c1?.status).exclude(undefined).toExtend<string>();
});

test("the status of a run is a union of literals", () => {
  expectTypeOf<RunStatus>().toEqualTypeOf<
    "idle" | "submitted" | "streaming" | "executing" | "waiting" | "reconnecting" | "error"
  >();
});
