import { expect, test } from "vitest";
import { createOpenStreams } from "../../../src/protocol/completion/openStreams.ts";

test("an end event that names another sub-agent closes the stream of its content", () => {
  const streams = createOpenStreams();
  streams.startRun();
  streams.openWithoutStart("text of s1", "m1");
  streams.closeStream("text of s2", "m1");
  expect(streams.findInnermost("text of s1")).toBeUndefined();
  expect(streams.closeWithoutStart()).toEqual([]);
});
