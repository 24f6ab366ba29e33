import { expect, test } from "vitest";
import { reduceEvents } from "../../../src/core.ts";
import { thread } from "../../reducer/reduce.ts";
import { canonical } from "../canonical.ts";

const feedback = {
  type: "META",
  id: "evt_124",
  ts: 1_714_063_985_000,
  metaType: "thumbs_down",
  payload: { messageId: "m1", userId: "u1", reason: "inaccurate" },
};

test("a META event becomes an annotation of its message, inside and outside a run", async () => {
  const { events, issues } = await canonical(feedback);
  expect(issues).toEqual([]);
  const snapshot = reduceEvents(thread(), events);
  expect(snapshot.issues).toEqual([]);
  expect(snapshot.annotations).toEqual({
    m1: [{ id: "evt_124", metaType: "thumbs_down", payload: feedback.payload, at: feedback.ts }],
  });
});

test("a META event with a known id replaces its annotation", async () => {
  const corrected = { ...feedback, metaType: "thumbs_up", payload: { messageId: "m1" } };
  const other = { ...feedback, id: 125 };
  const { events } = await canonical(feedback, other, feedback, corrected);
  expect(reduceEvents(thread(), events).annotations.m1).toMatchObject([
    { id: "evt_124", metaType: "thumbs_up" },
    { id: "125", metaType: "thumbs_down" },
  ]);
});

test("the timestamp of 1.0 overrides the timestamp of the draft", async () => {
  const { events } = await canonical({ ...feedback, timestamp: 7 });
  expect(events[0]?.timestamp).toBe(7);
});

test.each<[string, object, string]>([
  ["in snake case", { meta_type: "thumbs_down" }, "thumbs_down"],
  ["that is missing", {}, "unknown"],
])("a META event is read with a type %s, and reported", async (_, fields, metaType) => {
  const { metaType: _metaType, ...rest } = feedback;
  const { events, issues } = await canonical({ ...rest, ...fields });
  expect(reduceEvents(thread(), events).annotations.m1).toMatchObject([{ metaType }]);
  expect(issues).toHaveLength(1);
});

test.each([
  ["message_id", "m1"],
  ["target_id", "m2"],
  ["related_id", "m3"],
])("a META event annotates the message in `%s` of its payload", async (field, target) => {
  const { events } = await canonical({ ...feedback, payload: { [field]: target } });
  expect(Object.keys(reduceEvents(thread(), events).annotations)).toEqual([target]);
});

test("unknown fields of a META event reach the event log", async () => {
  const { events } = await canonical(feedback);
  expect(events[0]).toMatchObject({ type: "CUSTOM", id: "evt_124" });
});

test.each([
  ["note", { text: "revisit", relatedId: "m2" }, "m2"],
  ["tag", { tags: ["x"], targetId: "m3" }, "m3"],
  ["analytics", { event: "shared" }, ""],
])("%s annotates the message that its payload names", async (metaType, payload, target) => {
  const { events } = await canonical({ type: "META", metaType, payload });
  expect(Object.keys(reduceEvents(thread(), events).annotations)).toEqual([target]);
});
