import { expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { createSnapshot } from "../../src/reducer/createSnapshot.ts";
import { subagentIdOf, subagentIndexOf } from "../../src/selectors/subagentIndex.ts";

test.each<[string, string | undefined, string | undefined]>([
  ["without a sub-agent", undefined, undefined],
  ["whose sub-agent has an empty id", "", undefined],
  ["of a sub-agent", "s1", "s1"],
])("a message %s belongs to the right agent", (_, subagentRunId, expected) => {
  const message: Message = {
    ...{ id: "m1", role: "assistant", content: "Hi" },
    ...(subagentRunId !== undefined && { subagentRunId }),
  };
  expect(subagentIdOf(message)).toBe(expected);
  const { members } = subagentIndexOf({
    ...createSnapshot({ threadId: "t1" }),
    messages: [message],
  });
  expect([...members.keys()]).toEqual(expected === undefined ? [] : [expected]);
});
