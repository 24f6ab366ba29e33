import { describe, expect, test } from "vitest";
import { type Event, type JsonPatch, reduceEvents, type Snapshot } from "../../../src/core.ts";
import { applyJsonPatch } from "../../../src/reducer/json/jsonPatch.ts";
import { started } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const copy = (from: string, path: string): JsonPatch[number] => ({ op: "copy", from, path });

/** Each operation copies a list into itself, which doubles it. */
const doublings = (count: number): JsonPatch =>
  Array.from({ length: count }, () => copy("/list", "/list/-"));

// The member of the enum is this string.
const stateDelta = (delta: JsonPatch) => ({ type: "STATE_DELTA", delta: [...delta] }) as Event;

const lengthOf = (value: unknown) => JSON.stringify(value).length;

const initial = { list: ["x".repeat(10_000)] };
const openThread = () => reduce(thread({ state: initial }), started());

describe("copies that double a document", () => {
  test("are refused as a whole when they are in one patch, with an issue", () => {
    const snapshot = reduce(openThread(), stateDelta(doublings(24)));
    expect(snapshot.state).toBe(initial);
    expect(snapshot.issues).toMatchObject([{ code: "patch-failed", subject: "state" }]);
  });

  test("are refused from a bound on when each is in a patch of its own", () => {
    let snapshot: Snapshot = openThread();
    for (const operation of doublings(32))
      snapshot = reduceEvents(snapshot, [stateDelta([operation])]);
    const [issue] = snapshot.issues;
    expect(issue).toMatchObject({ code: "patch-failed" });
    expect(issue?.count).toBeGreaterThan(10);
    expect(lengthOf(snapshot.state)).toBeLessThan(25_000_000);
    // The state can still change.
    const emptied = stateDelta([{ op: "replace", path: "/list", value: [] }]);
    const next = reduceEvents(snapshot, [emptied]);
    expect(next.state).toEqual({ list: [] });
  });

  test("are refused in an activity", () => {
    const activity = { messageId: "a", activityType: "PLAN" };
    const snapshot = reduce(
      openThread(),
      { type: "ACTIVITY_SNAPSHOT", ...activity, content: initial },
      { type: "ACTIVITY_DELTA", ...activity, patch: [...doublings(24)] },
    );
    expect(snapshot.messages).toMatchObject([{ content: initial }]);
    expect(snapshot.issues).toMatchObject([{ code: "patch-failed", subject: "a" }]);
  });
});

describe("a copy", () => {
  /** A state of about 20 MB. */
  const large = {
    rows: Array.from({ length: 200 }, (_, id) => ({ id, text: "x".repeat(100_000) })),
    small: { a: 1 },
  };

  test("is applied to a document of an ordinary size", () => {
    const document = { document: { text: "x".repeat(1_000_000), parts: [1, { a: 2 }] } };
    const copied = applyJsonPatch(document, [copy("/document", "/backup")]) as object;
    expect(copied).toEqual({ ...document, backup: document.document });
    expect(Reflect.get(copied, "backup")).toBe(document.document);
  });

  test("does not keep a large state from other changes", () => {
    const patch: JsonPatch = [{ op: "replace", path: "/small/a", value: 2 }];
    expect(applyJsonPatch(large, patch)).toMatchObject({ small: { a: 2 } });
    const moved = applyJsonPatch(large, [{ op: "move", from: "/rows/0", path: "/first" }]);
    expect(moved).toMatchObject({ first: { id: 0 } });
  });
});
