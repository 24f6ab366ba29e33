import { expect, test } from "vitest";
import { createStreamCursor } from "../../../src/store/reconnect/streamCursor.ts";

test("a cursor is valid until the next event or until the server withdraws it", async () => {
  const recordedCauses: unknown[] = [];
  const recordChange = ({ cause }: { cause?: unknown }) => recordedCauses.push(cause);
  // A stream cursor uses only `changes.recordChange` of a thread.
  const cursor = createStreamCursor({ changes: { recordChange } as never }, "0");
  const read: unknown[] = [];
  const reader = cursor.createReader({
    receive: (yielded) => void read.push(yielded),
    isCatchingUp: false,
  });
  expect(cursor.current()).toBe("0");
  await reader("a");
  expect(cursor.current()).toBeUndefined();
  cursor.onCursor("1");
  expect(cursor.current()).toBe("1");
  cursor.onCursor("");
  expect(cursor.current()).toBeUndefined();
  expect(read).toEqual(["a"]);
  expect(recordedCauses).toEqual([
    { name: "cursor", cursor: "1" },
    { name: "cursor", cursor: "" },
  ]);
});
