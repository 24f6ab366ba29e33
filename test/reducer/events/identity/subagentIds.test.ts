import { describe, expect, test } from "vitest";
import type { EventInput, Snapshot } from "../../../../src/core.ts";
import { dropMessages } from "../../../../src/reducer/dropMessages.ts";
import { sentMessages } from "../../../../src/store/run/sentMessages.ts";
import {
  call,
  calls,
  failed,
  finished,
  interrupted,
  messages,
  started,
  startedWithMessages,
  step,
  subagent,
  text,
  textMessage,
} from "../../events.ts";
import { issuesOf, reduce, replayRun, thread } from "../../reduce.ts";

const s1 = { subagentRunId: "s1" };

/** Returns the events of text that a sub-agent streams. */
const textOf = (messageId: string, delta: string, subagentRunId = "s1"): EventInput[] =>
  textMessage(messageId, delta).map((event) => ({ ...event, subagentRunId }));

/** Returns the events of a whole invocation. */
const invocation = (messageId: string, delta: string, result: string): EventInput[] => [
  subagent.start("s1"),
  ...textOf(messageId, delta),
  subagent.finish("s1", { result }),
];

const twoRuns: readonly EventInput[] = [
  started("r1"),
  ...invocation("a", "one", "1"),
  finished(),
  started("r2"),
  ...invocation("b", "two", "2"),
  finished(),
];

/** Returns the texts of a conversation with the sub-agent of each. */
const attributed = (snapshot: Snapshot) =>
  snapshot.messages.map(({ content, subagentRunId }) => [subagentRunId, content]);

describe("a sub-agent id that a later run uses again", () => {
  test("names another sub-agent with its own messages, result and position", () => {
    const snapshot = reduce(thread(), ...twoRuns);
    expect(attributed(snapshot)).toEqual([
      ["s1", "one"],
      ["s1@r2", "two"],
    ]);
    expect(snapshot.subagents).toEqual({
      s1: { id: "s1", name: "researcher", status: "finished", result: "1" },
      "s1@r2": {
        id: "s1@r2",
        serverId: "s1",
        name: "researcher",
        afterMessageId: "a",
        status: "finished",
        result: "2",
      },
    });
    expect(issuesOf(snapshot)).toEqual([]);
  });

  test("is sent as the server's own id", () => {
    const { messages: list, subagents } = reduce(thread(), ...twoRuns);
    expect(sentMessages(list, subagents).map(({ subagentRunId }) => subagentRunId)).toEqual([
      "s1",
      "s1",
    ]);
  });

  test("is sent as the server's own id when the sub-agent failed with its run and is retried", () => {
    const before = reduce(
      thread(),
      ...twoRuns.slice(0, 6),
      started("r2"),
      subagent.start("s1"),
      ...textOf("b", "two"),
      failed(),
    );
    const { messages: list, subagents } = dropMessages(before, before.run.unfinishedIds);
    expect(attributed({ ...before, messages: list })).toEqual(attributed(before));
    expect(sentMessages(list, subagents)).toMatchObject([s1, s1]);
  });

  test("names the last sub-agent in calls, steps, interrupts and further sub-agents", () => {
    const snapshot = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      subagent.start("s1"),
      subagent.start("s2", { parentSubagentRunId: "s1" }),
      step.start("Look", s1),
      ...calls("c", "search", "{}", s1),
      call.result("c", "found", s1),
      {
        ...interrupted("i"),
        outcome: { type: "interrupt", interrupts: [{ id: "i", reason: "ask", ...s1 }] },
      } as EventInput,
    );
    expect(snapshot.subagents.s2?.parentSubagentRunId).toBe("s1@r3");
    expect(snapshot.subagents["s1@r3"]?.steps).toMatchObject([{ name: "Look" }]);
    expect(snapshot.steps).toMatchObject([{ subagentRunId: "s1@r3" }]);
    expect(attributed(snapshot).slice(2)).toEqual([
      ["s1@r3", undefined],
      ["s1@r3", "found"],
    ]);
    expect(snapshot.interrupts).toMatchObject([{ subagentRunId: "s1@r3" }]);
    expect(snapshot.subagents.s1?.steps).toBeUndefined();
  });

  test("names the same sub-agents when the runs are received again", () => {
    const before = reduce(thread(), ...twoRuns);
    const after = replayRun(before, ...twoRuns);
    expect(after.messages).toEqual(before.messages);
    expect(Object.keys(after.subagents)).toEqual(["s1", "s1@r2"]);
    const last = replayRun(after, ...twoRuns.slice(6));
    expect(last.messages).toEqual(before.messages);
    expect(Object.keys(last.subagents)).toEqual(["s1", "s1@r2"]);
  });

  test("names the same sub-agents when the second run was cut off before", () => {
    const cut = reduce(thread(), ...twoRuns.slice(0, 7));
    const after = replayRun(cut, ...twoRuns);
    expect(attributed(after)).toEqual(attributed(reduce(thread(), ...twoRuns)));
  });

  test("names the same sub-agent where a replayed run did not start it", () => {
    const silent = [started("r3"), ...textOf("c", "three"), finished()];
    const before = reduce(thread(), ...twoRuns, ...silent, started("r4"), subagent.start("s1"));
    const after = replayRun(before, ...silent);
    expect(after.messages).toEqual(before.messages);
    expect(attributed(after)[2]).toEqual(["s1@r2", "three"]);
  });

  test("names the suspended sub-agent, which resumes", () => {
    const suspended = subagent.finish("s1", { outcome: { type: "suspended" } });
    const snapshot = reduce(
      thread(),
      ...twoRuns,
      started("r3"),
      subagent.start("s1"),
      suspended,
      finished(),
      started("r4"),
      ...textOf("c", "more"),
      subagent.start("s1"),
      ...textOf("d", "even more"),
      subagent.finish("s1", { result: "3" }),
      finished(),
    );
    expect(Object.keys(snapshot.subagents)).toEqual(["s1", "s1@r2", "s1@r3"]);
    expect(attributed(snapshot).slice(2)).toEqual([
      ["s1@r3", "more"],
      ["s1@r3", "even more"],
    ]);
    expect(snapshot.subagents["s1@r3"]).toMatchObject({ status: "finished", result: "3" });
  });

  test("stays with its sub-agents when a snapshot states the messages", () => {
    const before = reduce(thread(), ...twoRuns, started("r3"), subagent.start("s1"));
    const list = sentMessages(before.messages, before.subagents);
    const added = { id: "c", role: "assistant", content: "three", ...s1 } as const;
    const after = reduce(before, messages([...list, added]));
    expect(attributed(after)).toEqual([
      ["s1", "one"],
      ["s1@r2", "two"],
      ["s1@r3", "three"],
    ]);
    expect(after.messages[1]).toBe(before.messages[1]);
  });
});

describe("a sub-agent id that a run uses again", () => {
  const twice: readonly EventInput[] = [
    started("r1"),
    ...invocation("a", "one", "1"),
    ...invocation("a", "two", "2"),
    finished(),
  ];

  test("names another sub-agent after the end of the first", () => {
    const snapshot = reduce(thread(), ...twice);
    expect(attributed(snapshot)).toEqual([
      ["s1", "one"],
      ["s1@r1", "two"],
    ]);
    expect(snapshot.subagents).toMatchObject({
      s1: { status: "finished", result: "1" },
      "s1@r1": { serverId: "s1", status: "finished", result: "2" },
    });
    expect(issuesOf(snapshot)).toEqual(["subagent-order s1"]);
  });

  test("names another sub-agent after a failure", () => {
    const { subagents } = reduce(
      thread(),
      started("r1"),
      subagent.start("s1"),
      subagent.fail("s1"),
      ...invocation("a", "two", "2"),
      ...invocation("b", "three", "3"),
    );
    expect(Object.values(subagents).map(({ id, status }) => [id, status])).toEqual([
      ["s1", "failed"],
      ["s1@r1", "finished"],
      ["s1@r1-2", "finished"],
    ]);
  });

  test("names the same sub-agents when the run is received again", () => {
    const before = reduce(thread(), ...twice);
    const after = replayRun(replayRun(before, ...twice), ...twice.slice(0, 5), text.start("a", s1));
    expect(after.messages).toEqual(before.messages);
    expect(Object.keys(after.subagents)).toEqual(["s1", "s1@r1"]);
  });

  test("is not that of a text with the id of an earlier message of the sub-agent", () => {
    const before = reduce(thread(), started(), ...textOf("m", "One"), finished());
    const run = [...textMessage("m", "Two"), ...textOf("m", "Three"), finished()];
    const contents = ({ messages: list }: Snapshot) => list.map(({ content }) => content);
    for (const input of [started(), startedWithMessages(...before.messages)]) {
      const after = reduce(before, { ...input, runId: "r2" } as EventInput, ...run);
      expect(contents(after)).toEqual(["One", "Two", "Three"]);
    }
  });
});
