import { describe, expect, test } from "vitest";
import { createSnapshot, metaEvent, metaEvents, reduceEvents } from "../../src/core.ts";

const about = { messageId: "m1" };

describe("meta events", () => {
  test.each([
    ["thumbs_up", "m1", metaEvents.thumbsUp(about)],
    ["thumbs_down", "m1", metaEvents.thumbsDown({ ...about, reason: "inaccurate" })],
    ["note", "r1", metaEvents.note({ text: "Look again", relatedId: "r1", author: "Ada" })],
    ["tag", "t1", metaEvents.tag({ tags: ["important"], targetId: "t1" })],
    ["bookmark", "m1", metaEvents.bookmark(about)],
    ["copy", "m1", metaEvents.copy({ ...about, content: "Hello" })],
    ["share", "m1", metaEvents.share({ ...about, method: "link" })],
    ["rating", "m1", metaEvents.rating({ ...about, rating: 4, maxRating: 5 })],
    ["moderation", "", metaEvent("moderation", { action: "flag" })],
  ])("annotate their subject by type %s, inside and outside a run", (metaType, id, event) => {
    const { annotations, issues } = reduceEvents(createSnapshot({ threadId: "t" }), [event]);
    expect(annotations).toEqual({ [id]: [{ metaType, payload: event.value.payload }] });
    expect(issues).toEqual([]);
  });

  test("keep the id that they are created with", () => {
    const event = metaEvent("moderation", { messageId: "m1" }, "evt_1");
    const { annotations } = reduceEvents(createSnapshot({ threadId: "t" }), [event]);
    expect(annotations.m1).toEqual([
      { id: "evt_1", metaType: "moderation", payload: { messageId: "m1" } },
    ]);
  });
});
