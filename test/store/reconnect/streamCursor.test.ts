import { expect, test } from "vitest";
import { createPosition } from "../../../src/store/reconnect/streamCursor.ts";

test("a position holds until something comes behind it, or it is taken back", async () => {
  const kept: unknown[] = [];
  const take = ({ cause }: { cause?: unknown }) => kept.push(cause);
  // What is kept of it is all that a position needs of a thread.
  const position = createPosition({ changes: { take } as never }, "0");
  const read: unknown[] = [];
  const reader = position.follow({ read: (yielded) => void read.push(yielded), isBehind: false });
  expect(position.cursor()).toBe("0");
  await reader("a");
  expect(position.cursor()).toBeUndefined();
  position.onCursor("1");
  expect(position.cursor()).toBe("1");
  position.onCursor("");
  expect(position.cursor()).toBeUndefined();
  expect(read).toEqual(["a"]);
  expect(kept).toEqual([
    { name: "cursor", cursor: "1" },
    { name: "cursor", cursor: "" },
  ]);
});
