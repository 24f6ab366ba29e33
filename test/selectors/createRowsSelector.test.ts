import { expect, test } from "vitest";
import type { EventInput, Message } from "../../src/protocol/events.ts";
import type { Snapshot } from "../../src/reducer/snapshot.ts";
import { createRowsSelector } from "../../src/selectors/createRowsSelector.ts";
import { rowId, selectRows, type TranscriptRow } from "../../src/selectors/transcriptRows.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import { runFinished, runStarted } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { call, callRun, waitForSnapshot } from "../store/tools/calls.ts";

const history: readonly Message[] = [
  { id: "u1", role: "user", content: "Weather?" },
  {
    id: "a1",
    role: "assistant",
    toolCalls: [{ id: "old", type: "function", function: { name: "weather", arguments: "{}" } }],
  },
  { id: "t1", role: "tool", toolCallId: "old", content: "sunny" },
];

/** Events of a run with everything that may change a row of the transcript. */
const events: readonly EventInput[] = [
  { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "Let me" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: " see" },
  { type: "REASONING_MESSAGE_END", messageId: "r" },
  { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "I look" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: " it up" },
  { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "weather", parentMessageId: "m" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "{" },
  { type: "TEXT_MESSAGE_END", messageId: "m" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "}" },
  { type: "TOOL_CALL_END", toolCallId: "c" },
  { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c", content: "rain" },
  { type: "TOOL_CALL_RESULT", messageId: "t", toolCallId: "c", content: "more rain" },
  { type: "ACTIVITY_SNAPSHOT", messageId: "p", activityType: "PLAN", content: { n: 1 } },
  {
    type: "ACTIVITY_DELTA",
    messageId: "p",
    activityType: "PLAN",
    patch: [{ op: "replace", path: "/n", value: 2 }],
  },
];

/** Runs a thread and returns the rows after every event, memoized and recomputed. */
async function watch(thread: Thread) {
  const select = createRowsSelector();
  const results: {
    type: string;
    rows: readonly TranscriptRow[];
    recomputed: readonly TranscriptRow[];
  }[] = [];
  thread.subscribe({
    onEvent: ({ type }, snapshot) => {
      results.push({ type, rows: select(snapshot), recomputed: selectRows(snapshot) });
    },
  });
  await thread.run();
  return results;
}

const newThread = () =>
  createThread({
    agent: scriptedAgent([runStarted(), ...events, runFinished()]),
    initialMessages: history,
  });

test("selects the same rows as selectRows after every event", async () => {
  const results = await watch(newThread());
  expect(results.length).toBeGreaterThanOrEqual(events.length + 2);
  for (const { rows, recomputed } of results) expect(rows).toEqual(recomputed);
});

test("keeps the identity of unchanged rows", async () => {
  const results = await watch(newThread());
  const [first] = results;
  const history = first?.rows.slice(0, 2) ?? [];
  expect(history.map((row) => typeof row)).toEqual(["object", "object"]);
  for (const { rows } of results) {
    for (const [at, row] of history.entries()) expect(rows[at]).toBe(row);
  }
});

test("keeps its list while content only grows", async () => {
  const results = await watch(newThread());
  const growing = new Set(["REASONING_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TOOL_CALL_ARGS"]);
  const unchanged = results.filter(({ rows }, at) => at > 0 && results[at - 1]?.rows === rows);
  expect(unchanged.filter(({ type }) => growing.has(type))).toHaveLength(6);
});

test("returns a message as an id while it streams, and as a row with its calls when it has ended", async () => {
  const thread = newThread();
  const results = await watch(thread);
  const during = results.find(({ type }) => type === "TOOL_CALL_ARGS");
  expect(during?.rows).toContain("m");
  const rows = selectRows(thread.getSnapshot());
  expect(rows.map(rowId)).toEqual([...["u1", "a1", "r", "m", "p"]]);
  expect(rows[3]).toMatchObject({
    isStreaming: false,
    calls: [{ status: "complete", result: { content: "more rain" } }],
  });
  expect(rows[2]).toMatchObject({ timing: { startedAt: expect.any(Number) } });
});

test("returns a new row for every change that affects the row", async () => {
  const thread = newThread();
  await thread.run();
  const ended = thread.getSnapshot();
  const call = ended.toolCalls.c;
  if (!call) throw new Error("The run made no call.");
  const { resultMessageId: _, ...open } = call;
  const pending = { ...ended.toolCalls, c: { ...open, status: "pending" } } as const;
  const interrupt = { id: "i", reason: "confirmation" };
  const answered = { ...interrupt, answer: { interruptId: "i", status: "cancelled" } } as const;
  const growing = (id: string) => ({ ...ended.tracking, text: { [id]: { id, isOpen: true } } });

  // Each step adds another change.
  const changes: readonly Partial<Snapshot>[] = [
    { toolCalls: pending },
    { timings: { r: { startedAt: 1, endedAt: 2 } } },
    { run: { ...ended.run, status: "waiting" }, interrupts: [interrupt] },
    { answeredInterrupts: [{ ...answered, afterMessageId: "m" }] },
    { run: { ...ended.run, status: "streaming" } },
    { subagents: { s1: { id: "s1", name: "S", status: "running", parentMessageId: "a1" } } },
    { subagents: { s1: { id: "s1", name: "S", status: "running", parentToolCallId: "old" } } },
    { subagents: { s1: { id: "s1", name: "S", status: "running" } } },
    { tracking: growing("m") },
    { tracking: growing("a1") },
    { messages: ended.messages.slice(1) },
  ];
  const select = createRowsSelector();
  let [snapshot, rows] = [ended, select(ended)];
  for (const change of changes) {
    snapshot = { ...snapshot, ...change };
    expect(select(snapshot)).not.toEqual(rows);
    rows = select(snapshot);
    expect(rows).toEqual(selectRows(snapshot));
  }
});

test("keeps its list while a frontend tool reports progress", async () => {
  const thread = createThread({
    agent: scriptedAgent(callRun(call("work")), [runStarted(), runFinished()]),
    initialMessages: history,
  });
  thread.registerTool({
    name: "work",
    async *handler() {
      for (const step of [1, 2, 3]) {
        yield step;
        await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.progress === step);
      }
      return "done";
    },
  });
  const select = createRowsSelector();
  const results: (readonly TranscriptRow[])[] = [];
  const progress = new Set<unknown>();
  thread.store.subscribe((snapshot) => {
    const rows = select(snapshot);
    expect(rows).toEqual(selectRows(snapshot));
    if (snapshot.toolCalls.c1?.status !== "running") return;
    progress.add(snapshot.toolCalls.c1.progress);
    results.push(rows);
  });
  await thread.send("Work");
  expect(progress.size).toBeGreaterThan(1);
  expect(new Set(results).size).toBe(1);
});

test("keeps its list while a sub-agent streams, and lists the messages of the sub-agent", async () => {
  const tag = { subagentRunId: "s1" };
  const thread = createThread({
    agent: scriptedAgent([
      runStarted(),
      { type: "SUBAGENT_STARTED", name: "Helper", ...tag },
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant", ...tag },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "I ", ...tag },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "look", ...tag },
      { type: "TEXT_MESSAGE_END", messageId: "m1", ...tag },
      { type: "SUBAGENT_FINISHED", ...tag },
      runFinished(),
    ]),
    initialMessages: history,
  });
  const [select, selectOwn] = [createRowsSelector(), createRowsSelector("s1")];
  const results: { type: string; rows: readonly TranscriptRow[] }[] = [];
  thread.subscribe({
    onEvent: ({ type }, snapshot) => {
      const rows = select(snapshot);
      expect(rows).toEqual(selectRows(snapshot));
      expect(selectOwn(snapshot)).toEqual(selectRows(snapshot, [], "s1"));
      results.push({ type, rows });
    },
  });
  await thread.run();
  const [first, second] = results.filter(({ type }) => type === "TEXT_MESSAGE_CONTENT");
  expect(first?.rows.map(rowId)).toEqual(["u1", "a1", "t1"]);
  expect(second?.rows).toBe(first?.rows);
  const rows = selectRows(thread.getSnapshot(), [], "s1");
  expect(rows.map(rowId)).toEqual(["m1"]);
});
