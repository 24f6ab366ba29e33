import { expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { createSnapshot } from "../../src/reducer/createSnapshot.ts";
import type { Snapshot } from "../../src/reducer/snapshot.ts";
import { findAuthorGroups } from "../../src/selectors/findAuthorGroups.ts";
import { selectRows } from "../../src/selectors/transcriptRows.ts";

function groupsOf(messages: readonly Message[], timings: Snapshot["timings"] = {}) {
  const snapshot = { ...createSnapshot({ threadId: "t" }), messages, timings };
  return [...new Set(findAuthorGroups(selectRows(snapshot), snapshot).values())];
}

const user = (id: string): Message => ({ id, role: "user", content: id });
const agent = (id: string, name?: string): Message => ({
  ...{ id, role: "assistant", content: id },
  ...(name !== undefined && { name }),
});

test("an answer with its reasoning is one group, each user message and note is another", () => {
  const groups = groupsOf([
    user("u1"),
    user("u2"),
    { id: "r", role: "reasoning", content: "Hm" },
    agent("a1"),
    agent("a2"),
    { id: "s", role: "developer", content: "Be kind" },
    agent("a3"),
  ]);
  expect(groups.map(({ firstId, author }) => [firstId, author])).toEqual([
    ["u1", "user"],
    ["u2", "user"],
    ["r", "assistant"],
    ["s", "system"],
    ["a3", "assistant"],
  ]);
});

test("an agent with another name has a group of its own", () => {
  const groups = groupsOf([agent("a"), agent("b", "Ada"), agent("c"), agent("d", "Bo")]);
  expect(groups.map(({ firstId, name }) => [firstId, name])).toEqual([
    ["a", "Ada"],
    ["d", "Bo"],
  ]);
});

test("a group has its first known time and the last known time before it", () => {
  const timings = { u1: { startedAt: 1 }, a2: { startedAt: 2 } };
  const groups = groupsOf([user("u1"), user("u2"), agent("a1"), agent("a2")], timings);
  expect(groups.map(({ startedAt, previousAt }) => [startedAt, previousAt])).toEqual([
    [1, undefined],
    [undefined, 1],
    [2, 1],
  ]);
});
