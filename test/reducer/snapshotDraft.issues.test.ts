import { describe, expect, test } from "vitest";
import { started, text } from "./events.ts";
import { reduce, thread } from "./reduce.ts";

describe("issues", () => {
  test("have a code, subject, event type and severity", () => {
    const { issues } = reduce(thread(), started(), text.end("m1"));
    expect(issues).toEqual([
      {
        code: "not-open",
        message: expect.stringContaining("m1"),
        severity: "violation",
        eventType: "TEXT_MESSAGE_END",
        subject: "m1",
        count: 1,
      },
    ]);
  });

  test("are counted when kind and subject are equal", () => {
    const { issues } = reduce(
      thread(),
      started(),
      text.end("m1"),
      text.end("m1"),
      text.end("m2"),
      text.end("m1"),
    );
    expect(issues.map(({ subject, count }) => [subject, count])).toEqual([
      ["m1", 3],
      ["m2", 1],
    ]);
  });

  test("persist across runs", () => {
    const snapshot = reduce(thread(), started(), text.end("m1"), started("r2"));
    expect(snapshot.issues[0]?.subject).toBe("m1");
  });

  test("are bounded, and listed issues are still counted", () => {
    const flood = Array.from({ length: 300 }, (_, i) => text.end(`m${i}`));
    const flooded = reduce(thread(), started(), ...flood);
    expect(flooded.issues.length).toBeLessThanOrEqual(100);
    const after = reduce(flooded, text.end("m0"), text.end("m299"));
    expect(after.issues[0]?.count).toBe(2);
    expect(after.issues).toHaveLength(flooded.issues.length);
  });
});
