import { describe, expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import { custom, finished, started, user } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

describe("events that go to listeners", () => {
  const base = reduce(thread({ messages: [user("u1")], state: { a: 1 } }), started());

  test.each<[string, EventInput]>([
    ["RAW", { type: "RAW", event: { anything: [null] }, source: "openai" }],
    ["CUSTOM", custom("my-app:confetti", { count: 3 })],
    ["CUSTOM without anything in it", custom("nothing", null)],
    ["CUSTOM with a list in it", custom("list", [{ state_key: "s", tool: "t" }])],
    ["PredictState in a shape nobody knows", custom("PredictState", "state")],
  ])("%s changes nothing in the snapshot", (_, event) => {
    expect(reduce(base, event)).toBe(base);
  });
});

test.each<[string, EventInput]>([
  ["text", { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" }],
  ["a tool call", { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f" }],
  ["reasoning", { type: "REASONING_MESSAGE_CHUNK", messageId: "m1", delta: "hm" }],
])("an unexpanded chunk of %s changes nothing and is an issue", (_, event) => {
  const before = reduce(thread(), started());
  const after = reduce(before, event);
  expect(after.messages).toBe(before.messages);
  expect(after.issues).toMatchObject([{ severity: "violation", eventType: event.type }]);
});

/** Creates a META event as `canonicalEvents()` yields it. */
const meta = (metaType: unknown, payload?: unknown, timestamp?: number) =>
  custom("ag-ui:meta", { metaType, payload }, timestamp === undefined ? undefined : { timestamp });

describe("META (draft)", () => {
  test("annotates the message that it names, in order", () => {
    const { annotations, issues, messages } = reduce(
      thread({ messages: [user("u1")] }),
      started(),
      meta("thumbs_up", { messageId: "u1", userId: "me" }, 7),
      meta("tag", { messageId: "u1", tag: "important" }),
      finished(),
    );
    expect(annotations).toEqual({
      u1: [
        { metaType: "thumbs_up", payload: { messageId: "u1", userId: "me" }, at: 7 },
        { metaType: "tag", payload: { messageId: "u1", tag: "important" } },
      ],
    });
    expect(messages).toHaveLength(1);
    expect(issues).toEqual([]);
  });

  test.each([
    ["without a payload", undefined, {}],
    ["with a payload that names nothing", { text: "hi" }, { text: "hi" }],
    ["with a payload that is no object", ["u1"], {}],
  ])("%s annotates the thread", (_, payload, expected) => {
    const { annotations } = reduce(thread(), started(), meta("note", payload));
    expect(annotations).toEqual({ "": [{ metaType: "note", payload: expected }] });
  });

  test("may come outside a run", () => {
    const { issues, annotations } = reduce(thread(), meta("note", { text: "hi" }));
    expect(issues).toEqual([]);
    expect(annotations[""]).toHaveLength(1);
  });

  test("annotates nothing without a metaType", () => {
    const before = reduce(thread(), started());
    expect(reduce(before, meta(undefined, { messageId: "u1" }))).toBe(before);
  });
});
