import { expect, test } from "vitest";
import { createDelayedIds } from "../../../src/protocol/completion/delayedIds.ts";

const KEY = "text ";

test("resolves the delayed id of a stream to the id that was created for its start event", () => {
  const delayedIds = createDelayedIds();
  expect(delayedIds.isEmpty()).toBe(true);
  delayedIds.recordCreated(KEY, "r1-1");
  expect(delayedIds.isEmpty()).toBe(false);
  expect(delayedIds.resolveId("text", KEY, "m1")).toBe("r1-1");
  expect(delayedIds.resolveId("text", KEY, "m1")).toBe("r1-1");
});

test("resolves two delayed ids to the created ids in the order of their streams", () => {
  const delayedIds = createDelayedIds();
  delayedIds.recordCreated(KEY, "r1-1");
  delayedIds.recordCreated(KEY, "r1-2");
  expect(delayedIds.resolveId("text", KEY, "m1")).toBe("r1-1");
  expect(delayedIds.resolveId("text", KEY, "m2")).toBe("r1-2");
  expect(delayedIds.resolveId("text", KEY, "m3")).toBe(undefined);
});

test("resolves no delayed id to a stream that has ended", () => {
  const delayedIds = createDelayedIds();
  delayedIds.recordCreated(KEY, "r1-1");
  delayedIds.recordCreated(KEY, "r1-2");
  delayedIds.forgetCreated(KEY, "r1-1");
  expect(delayedIds.resolveId("text", KEY, "m1")).toBe("r1-2");
  delayedIds.recordCreated(KEY, "r1-3");
  delayedIds.forgetCreated(KEY, "r1-3");
  expect(delayedIds.resolveId("text", KEY, "m2")).toBe(undefined);
});

test("knows the ids of start events by their kind until the next run", () => {
  const delayedIds = createDelayedIds();
  delayedIds.recordStart("text", "m1");
  expect(delayedIds.isStarted("text", "m1")).toBe(true);
  expect(delayedIds.isStarted("reasoning", "m1")).toBe(false);
  delayedIds.startRun();
  expect(delayedIds.isStarted("text", "m1")).toBe(false);
});
