import { expect, test } from "vitest";
import { createStreamCursor } from "../../../src/store/reconnect/streamCursor.ts";

test("a position holds until something comes behind it, or it is taken back", async () => {
  const kept: unknown[] = [];
  const recordChange = ({ cause }: { cause?: unknown }) => kept.push(cause);
  // What is kept of it is all that a position needs of a thread.
  const position = createStreamCursor({ changes: { recordChange } as never }, "0");
  const read: unknown[] = [];
  const reader = position.createReader({
    receive: (yielded) => void read.push(yielded),
    isCatchingUp: false,
  });
  expect(position.current()).toBe("0");
  await reader("a");
  expect(position.current()).toBeUndefined();
  position.onCursor("1");
  expect(position.current()).toBe("1");
  position.onCursor("");
  expect(position.current()).toBeUndefined();
  expect(read).toEqual(["a"]);
  expect(kept).toEqual([
    { name: "cursor", cursor: "1" },
    { name: "cursor", cursor: "" },
  ]);
});
