import { describe, expect, test } from "vitest";
import {
  compactEvents,
  createSnapshot,
  type EventInput,
  reduceEvents,
  type Snapshot,
} from "../../src/core.ts";
import type { Event } from "../../src/protocol/events.ts";
import { dropMessages } from "../../src/reducer/dropMessages.ts";
import { replaceConversation } from "../../src/reducer/messageUpdates.ts";
import { finished, started, textMessage } from "./events.ts";
import { reduce, thread } from "./reduce.ts";

const state = (snapshot: unknown, subagentRunId?: string): EventInput => ({
  type: "STATE_SNAPSHOT",
  snapshot,
  ...(subagentRunId !== undefined && { subagentRunId }),
});
const delta = (path: string, value: unknown, subagentRunId?: string): EventInput => ({
  type: "STATE_DELTA",
  delta: [{ op: "replace", path, value }],
  ...(subagentRunId !== undefined && { subagentRunId }),
});
const run = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
  started(runId),
  ...events,
  finished(undefined, { runId }),
];
const question = { id: "u1", role: "user", content: "Go" } as const;
const begin = () => thread({ messages: [question] });
const summaryOf = ({ writtenStates }: Snapshot) =>
  writtenStates.map(({ runId, afterMessageId, state }) => [runId, afterMessageId, state]);

describe("the written states of a thread", () => {
  test("list the last state of each run, at its first write", () => {
    const snapshot = reduce(
      begin(),
      ...run(
        "r1",
        ...textMessage("a1", "Hi"),
        state({ n: 1 }),
        ...textMessage("a2", "."),
        delta("/n", 2),
      ),
      ...run("r2", delta("/n", 3)),
    );
    expect(summaryOf(snapshot)).toEqual([
      ["r1", "a1", { n: 2 }],
      ["r2", "a2", { n: 3 }],
    ]);
    expect(snapshot.writtenStates[0]).toHaveProperty("before", {});
    // The state before is that of the entry before.
    expect(snapshot.writtenStates[1]).not.toHaveProperty("before");
  });

  test("list a write that follows the repeated state, and one that follows that of a sub-agent", () => {
    const events = run("r1", state({ n: 1 })).concat(
      run("r2", delta("/n", 1), delta("/n", 2)),
      run("r3", delta("/n", 3, "s1"), delta("/n", 4)),
    ) as readonly Event[];
    const states = reduceEvents(begin(), events).writtenStates;
    expect(states.map(({ runId, subagentRunId }) => [runId, subagentRunId])).toEqual([
      ["r1", undefined],
      ["r2", undefined],
      ["r3", "s1"],
      ["r3", undefined],
    ]);
  });

  test("are the same for a batch and for single events when an agent and a sub-agent patch", () => {
    const add = (path: string, subagentRunId?: string): EventInput => ({
      type: "STATE_DELTA",
      delta: [{ op: "add", path, value: 1 }],
      ...(subagentRunId !== undefined && { subagentRunId }),
    });
    const events = run("r1", add("/a"), add("/b", "s1"), add("/c")) as readonly Event[];
    const atOnce = reduceEvents(begin(), events);
    expect(atOnce.writtenStates).toMatchObject([
      { state: { a: 1, b: 1, c: 1 } },
      { subagentRunId: "s1", state: { a: 1, b: 1 } },
    ]);
    expect(Object.keys(Object(atOnce.writtenStates[1]?.state))).toEqual(["a", "b"]);
    expect(atOnce).toEqual(reduce(begin(), ...events));
  });

  test("leave out runs that repeat the state, and the reports of an agent outside runs", () => {
    const snapshot = reduce(
      begin(),
      state({ n: 0 }),
      ...run("r1", state({ n: 1 })),
      ...run("r2", state({ n: 1 })),
    );
    expect(summaryOf(snapshot)).toEqual([["r1", "u1", { n: 1 }]]);
  });

  test("keep the state of a run that starts again after another one, and repeats the state", () => {
    const events = [
      ...[started("r1"), state({ n: 1 }), started("r2"), delta("/n", 2)],
      ...[started("r1"), delta("/n", 2), finished()],
    ];
    const expected = [
      ["r1", undefined, { n: 1 }],
      ["r2", undefined, { n: 2 }],
    ];
    expect(summaryOf(reduce(thread(), ...events))).toEqual(expected);
    expect(summaryOf(reduce(thread(), ...compactEvents(events)))).toEqual(expected);
  });

  test("keep the position of a run that is replayed", () => {
    const events = run("r1", state({ n: 1 }), ...textMessage("a1", "Hi"), delta("/n", 2));
    const before = reduce(begin(), ...events);
    expect(reduce(before, ...events).writtenStates).toEqual(before.writtenStates);
  });

  test("name the sub-agent that wrote, after its own last message", () => {
    const snapshot = reduce(
      begin(),
      ...run(
        "r1",
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "helper" },
        { type: "TEXT_MESSAGE_START", messageId: "m1", subagentRunId: "s1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi", subagentRunId: "s1" },
        { type: "TEXT_MESSAGE_END", messageId: "m1", subagentRunId: "s1" },
        state({ n: 1 }, "s1"),
        state({ n: 2 }),
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
      ),
    );
    expect(snapshot.writtenStates).toMatchObject([
      { subagentRunId: "s1", afterMessageId: "m1", state: { n: 1 } },
      { afterMessageId: "u1", state: { n: 2 } },
    ]);
  });

  test("begin with a prediction", () => {
    const snapshot = reduce(
      begin(),
      started(),
      {
        type: "CUSTOM",
        name: "PredictState",
        value: [{ state_key: "text", tool: "write", tool_argument: "text" }],
      },
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write", parentMessageId: "a1" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"On' },
    );
    expect(snapshot.writtenStates).toEqual([
      { runId: "r1", afterMessageId: "a1", state: {}, before: {} },
    ]);
  });

  test("move to the message before one that a snapshot drops, and follow one that it renames", () => {
    const snapshot = reduce(
      begin(),
      started(),
      ...textMessage("a1", "Hi"),
      ...textMessage("a2", "Dropped"),
      state({ n: 1 }),
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u-server", role: "user", content: "Go" },
          { id: "a1", role: "assistant", content: "Hi" },
          { id: "a3", role: "assistant", content: "Instead" },
        ],
      },
      finished(),
    );
    expect(summaryOf(snapshot)).toEqual([["r1", "a1", { n: 1 }]]);
    const early = reduce(begin(), started(), state({ n: 1 }), {
      type: "MESSAGES_SNAPSHOT",
      messages: [{ id: "u-server", role: "user", content: "Go" }],
    });
    expect(summaryOf(early)).toEqual([["r1", "u-server", { n: 1 }]]);
  });

  test("move when `retry()` drops their message, and leave with their conversation", () => {
    const snapshot = reduce(begin(), started(), ...textMessage("a1", "Hi"), state({ n: 1 }));
    expect(summaryOf(dropMessages(snapshot, ["a1"]))).toEqual([["r1", "u1", { n: 1 }]]);
    expect(replaceConversation(snapshot, [question]).writtenStates).toEqual([]);
  });

  test("are those of the newest 50 runs, each with the state before it", () => {
    const runs = Array.from({ length: 60 }, (_, at) => run(`r${at}`, state({ n: at + 1 })));
    const { writtenStates } = reduce(createSnapshot({ threadId: "t1" }), ...runs.flat());
    expect(writtenStates).toHaveLength(50);
    expect(writtenStates[0]).toEqual({ runId: "r10", before: { n: 10 }, state: { n: 11 } });
  });
});
