import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import {
  type Event,
  type EventOf,
  useAgentEvent,
  useCustomEvent,
  useRawEvent,
} from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

export function useAgentEventTypes() {
  useAgentEvent("TOOL_CALL_START", (event) => {
    expectTypeOf(event).toEqualTypeOf<EventOf<"TOOL_CALL_START">>();
    expectTypeOf(event.toolCallName).toEqualTypeOf<string>();
  });
  useAgentEvent(
    ["RUN_FINISHED", "RUN_ERROR"],
    (event) => {
      expectTypeOf(event).toEqualTypeOf<EventOf<"RUN_FINISHED"> | EventOf<"RUN_ERROR">>();
    },
    { replay: true, agentId: "other" },
  );
  useAgentEvent(
    (event): event is EventOf<"RAW"> => event.type === "RAW",
    (event) => {
      expectTypeOf(event).toEqualTypeOf<EventOf<"RAW">>();
    },
  );
  useAgentEvent(
    (event) => event.timestamp !== undefined,
    (event) => {
      expectTypeOf(event).toEqualTypeOf<Event>();
    },
  );
  // @ts-expect-error unknown event type
  useAgentEvent("TOOL_CALL_STARTED", () => {});
  // @ts-expect-error listener for another event
  useAgentEvent("RUN_ERROR", (event: EventOf<"RUN_FINISHED">) => event);
}

export function useCustomEventTypes() {
  useCustomEvent("progress", (value, event) => {
    expectTypeOf(value).toEqualTypeOf<unknown>();
    expectTypeOf(event).toEqualTypeOf<EventOf<"CUSTOM">>();
  });
  useCustomEvent<{ percent: number }>(
    "progress",
    ({ percent }) => {
      expectTypeOf(percent).toEqualTypeOf<number>();
    },
    { replay: true },
  );
  useCustomEvent(
    "progress",
    { type: "object", properties: { percent: { type: "number" } }, required: ["percent"] },
    (value) => {
      expectTypeOf(value).toEqualTypeOf<{ readonly percent: number }>();
    },
  );
  useCustomEvent(
    "progress",
    z.object({ percent: z.number().default(0) }),
    (value) => {
      expectTypeOf(value).toEqualTypeOf<{ percent: number }>();
    },
    { threadId: "t" },
  );
  // A Standard Schema suffices; a JSON Schema of it is not needed.
  useCustomEvent("progress", v.object({ percent: v.number() }), (value) => {
    expectTypeOf(value).toEqualTypeOf<{ percent: number }>();
  });
  useCustomEvent("progress", type({ percent: "number" }), (value) => {
    expectTypeOf(value).toEqualTypeOf<{ percent: number }>();
  });
  // @ts-expect-error listener for another value type
  useCustomEvent("progress", z.number(), (value: string) => value);
}

export function useRawEventTypes() {
  useRawEvent(({ event, source }) => {
    expectTypeOf(event).toEqualTypeOf<unknown>();
    expectTypeOf(source).toEqualTypeOf<string | undefined>();
  });
}
