import { readFileSync } from "node:fs";
import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useSubagent, useSubagents } from "../../../src/hooks/subagents/useSubagents.ts";
import type { EventInput, Interrupt } from "../../../src/protocol/events.ts";
import { type SubagentNode, selectSubagents } from "../../../src/selectors/subagentTree.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/steps.ts";
import { call, callEvents } from "../../store/tools/calls.ts";
import { by, fail, finish, opens, spawn, suspend, token } from "../subagents.ts";
import { textEvents } from "../toolChat.tsx";
import { emit, finish as end, withThread } from "../wrap.tsx";

const run = (events: readonly EventInput[], ...interrupts: Interrupt[]): Script => [
  runStarted(),
  ...events,
  runFinished(interrupts.length > 0 ? { outcome: { type: "interrupt", interrupts } } : {}),
];

/** What the hook returns once the first of these runs is over. */
async function ended(...scripts: readonly Script[]) {
  const thread = createThread({ agent: scriptedAgent(...scripts) });
  const { result } = renderHook(() => useSubagents(), { wrapper: withThread(thread) });
  await act(() => thread.run());
  return { thread, result };
}

/** A thread in mid-run, and how often a hook has rendered there. */
async function during<T>(hook: () => T, ...events: readonly EventInput[]) {
  const agent = manualAgent();
  const thread = createThread({ agent });
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...events);
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return hook();
    },
    { wrapper: withThread(thread) },
  );
  const rendersOf = async (...more: readonly EventInput[]) => {
    const before = renders;
    await emit(agent, ...more);
    return renders - before;
  };
  return { agent, thread, result, rendersOf };
}

const shape = (nodes: readonly SubagentNode[]): unknown[] =>
  nodes.map(({ id, children }) => (children.length > 0 ? [id, ...shape(children)] : id));

describe("useSubagents", () => {
  test("returns all that a sub-agent said of itself, and all it did", async () => {
    const { result } = await ended(
      run([
        ...callEvents([call("delegate", {}, "c1")], "m0"),
        spawn("s1", { name: "Researcher", description: "reads", parentToolCallId: "c1" }),
        ...by("s1", [
          { type: "STEP_STARTED", stepName: "look" },
          ...textEvents("m1", "Looking"),
          ...callEvents([call("search", { q: 1 }, "c2")]),
          { type: "TOOL_CALL_RESULT", messageId: "t2", toolCallId: "c2", content: "found" },
          { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: 1 } },
          { type: "STEP_FINISHED", stepName: "look" },
        ]),
        finish("s1", { result: { n: 3 } }),
        ...textEvents("m2", "Done"),
      ]),
    );
    const [node] = result.current;
    expect(node).toMatchObject({
      id: "s1",
      name: "Researcher",
      description: "reads",
      status: "finished",
      result: { n: 3 },
      parentToolCallId: "c1",
      children: [],
      interrupts: [],
      steps: [{ name: "look", status: "finished" }],
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
    });
    expect(node?.messages.map(({ id }) => id)).toEqual(["m1", "c2", "t2", "a1"]);
    expect(node?.toolCalls).toMatchObject([
      { toolCall: { id: "c2" }, status: "complete", result: { content: "found" } },
    ]);
    expect(node?.activities.map(({ id }) => id)).toEqual(["a1"]);
    expect(node).not.toHaveProperty("parent");
  });

  test("keeps two apart whose messages interleave", async () => {
    const { result } = await ended(
      run([
        spawn("a"),
        spawn("b"),
        ...by("a", opens("m1", "one ")),
        ...by("b", opens("m2", "uno ")),
        ...by("a", [token("m1", "two")]),
        ...by("b", [token("m2", "dos")]),
      ]),
    );
    expect(result.current.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ["one two"],
      ["uno dos"],
    ]);
  });

  test("puts those that were spawned by one below it, by its word or by its call", async () => {
    const { result } = await ended(
      run([
        spawn("a"),
        spawn("b", { parentSubagentRunId: "a" }),
        ...by("b", callEvents([call("delegate", {}, "c1")])),
        spawn("c", { parentToolCallId: "c1" }),
        spawn("d"),
      ]),
    );
    expect(shape(result.current)).toEqual([["a", ["b", "c"]], "d"]);
    expect(result.current[0]?.children[0]).toMatchObject({ id: "b", parent: "a" });
  });

  test.each<[string, readonly EventInput[], unknown]>([
    ["an unknown parent", [spawn("a", { parentSubagentRunId: "ghost" })], ["a"]],
    ["itself", [spawn("a", { parentSubagentRunId: "a" })], ["a"]],
    [
      "one of its own",
      [spawn("a", { parentSubagentRunId: "b" }), spawn("b", { parentSubagentRunId: "a" })],
      [["b", "a"]],
    ],
    [
      "a call of its own",
      [
        ...by("a", callEvents([call("delegate", {}, "c1")])),
        spawn("a", { parentToolCallId: "c1" }),
      ],
      ["a"],
    ],
    ["the empty id", [spawn("", { parentSubagentRunId: "" })], [""]],
  ])("loses none that names %s as its parent", async (_, events, tree) => {
    const { result } = await ended(run(events));
    expect(shape(result.current)).toEqual(tree);
  });

  test("has those that never announced themselves, under their id in words", async () => {
    const { rendersOf, agent, result } = await during(
      () => useSubagents(),
      ...by("web_researcher:3f2504e0-4f89-11d3-9a0c-0305e82c3301", opens("m1", "Looking")),
    );
    expect(result.current).toMatchObject([{ name: "Web researcher", status: "running" }]);
    await rendersOf(
      ...by("web_researcher:3f2504e0-4f89-11d3-9a0c-0305e82c3301", [
        { type: "TEXT_MESSAGE_END", messageId: "m1" },
      ]),
    );
    // The run that it is part of goes on.
    expect(result.current).toMatchObject([{ status: "running" }]);
    await end(agent);
    expect(result.current).toMatchObject([{ status: "finished" }]);
  });

  test("lets nobody run again because another run does", async () => {
    const { thread, result } = await ended(
      run(by("a", textEvents("m1", "Looking"))),
      run([spawn("b"), ...by("b", textEvents("m2", "Looking"))]),
    );
    const seen: unknown[] = [];
    thread.subscribe({
      onEvent: () => seen.push(result.current.find(({ id }) => id === "a")?.status),
    });
    await act(() => thread.run());
    expect(new Set(seen)).toEqual(new Set(["finished"]));
  });

  test("says which one failed, and why", async () => {
    const { result } = await ended(run([spawn("a"), spawn("b"), fail("a", "lost"), finish("b")]));
    expect(result.current).toMatchObject([
      { status: "failed", error: { message: "lost" } },
      { status: "finished" },
    ]);
    expect(result.current[1]).not.toHaveProperty("error");
  });

  test.each<[string, EventInput[], Interrupt]>([
    ["its tag", [suspend("a")], { id: "i1", reason: "approval", subagentRunId: "a" }],
    ["the sub-agent's word", [suspend("a", "i1")], { id: "i1", reason: "approval" }],
    [
      "its tool call",
      [...by("a", callEvents([call("pay", {}, "c1")])), suspend("a")],
      { id: "i1", reason: "approval", toolCallId: "c1" },
    ],
    [
      "a tag alone, of one that never announced itself",
      [],
      { id: "i1", reason: "approval", subagentRunId: "a" },
    ],
  ])("knows whose an interrupt is by %s, and goes on when it is answered", async (...args) => {
    const [, events, interrupt] = args;
    const isAnnounced = events.length > 0;
    const { thread, result } = await ended(
      run(
        [...(isAnnounced ? [spawn("a")] : []), ...by("a", textEvents("m1", "May I?")), ...events],
        interrupt,
      ),
      run(by("a", textEvents("m2", "I may"))),
    );
    expect(result.current).toMatchObject([
      { id: "a", status: "suspended", interrupts: [{ id: "i1" }] },
    ]);
    await act(() => thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]));
    await waitFor(() => expect(result.current).toMatchObject([{ status: "finished" }]));
    expect(result.current).toMatchObject([
      { interrupts: [{ id: "i1", answer: { status: "resolved" } }] },
    ]);
  });

  test("waits with one of its own that waits", async () => {
    const { result } = await ended(
      run(
        [spawn("a"), spawn("b", { parentSubagentRunId: "a" }), suspend("b", "i1"), suspend("a")],
        { id: "i1", reason: "approval" },
      ),
    );
    expect(result.current).toMatchObject([
      { status: "suspended", interrupts: [], children: [{ status: "suspended" }] },
    ]);
  });

  test("keeps the nodes that did not change", async () => {
    const { rendersOf, agent, result } = await during(
      () => useSubagents(),
      spawn("a"),
      ...by("a", [...textEvents("m1", "Looking"), ...callEvents([call("search")])]),
      spawn("b"),
      ...by("b", opens("m2", "word")),
    );
    const [a, b] = result.current;
    expect(await rendersOf(...by("b", [token("m2")]))).toBeGreaterThan(0);
    expect(result.current[0]).toBe(a);
    expect(result.current[1]).not.toBe(b);
    expect(result.current[1]?.steps).toBe(b?.steps);
    await rendersOf(finish("b"));
    expect(result.current[0]).toBe(a);
    await end(agent);
  });

  test("does not render while the agent itself writes, thinks or prepares a call", async () => {
    const { rendersOf, agent } = await during(
      () => useSubagents(),
      spawn("a"),
      ...by("a", textEvents("m1", "Looking")),
      ...opens("m2", "I "),
      { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
      { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look", parentMessageId: "m2" },
    );
    for (let sent = 0; sent < 10; sent++) {
      expect(await rendersOf(token("m2"))).toBe(0);
      expect(
        await rendersOf({ type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "hm " }),
      ).toBe(0);
      expect(await rendersOf({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " })).toBe(0);
    }
    await end(agent);
  });

  test("reads a recorded stream with every event", async () => {
    const path = "test/fixtures/recordings/encoder/all-events-1.0.0.sse";
    const events = readSse(readFileSync(path, "utf8")) as EventInput[];
    const { result } = await ended(events);
    expect(result.current).toMatchObject([
      { id: "s1", name: "helper", status: "finished" },
      { id: "s2", name: "bad", status: "failed", error: { message: "no" } },
    ]);
  });
});

describe("useSubagent", () => {
  test("finds one at any depth, and renders for it alone", async () => {
    const { rendersOf, agent, result } = await during(
      () => useSubagent("b"),
      spawn("a"),
      spawn("b", { parentSubagentRunId: "a" }),
      ...by("a", opens("m1", "word")),
      ...by("b", opens("m2", "word")),
    );
    expect(await rendersOf(...by("a", [token("m1")]))).toBe(0);
    expect(await rendersOf(...by("b", [token("m2", "!")]))).toBeGreaterThan(0);
    expect(result.current?.messages).toMatchObject([{ content: "word!" }]);
    await end(agent);
  });

  test("has nothing for an id that is not there", async () => {
    const thread = createThread({ agent: manualAgent() });
    const { result } = renderHook(() => useSubagent("constructor"), {
      wrapper: withThread(thread),
    });
    expect(result.current).toBeUndefined();
  });
});

test("selectSubagents needs no React, and keeps what it is given back", async () => {
  const thread = createThread({
    agent: scriptedAgent(run([spawn("a"), ...by("a", textEvents("m1", "Looking")), spawn("b")])),
  });
  await thread.run();
  const nodes = selectSubagents(thread.getSnapshot());
  expect(shape(nodes)).toEqual(["a", "b"]);
  // Another snapshot that says the same.
  expect(selectSubagents({ ...thread.getSnapshot() }, nodes)).toBe(nodes);
});

test("one that says nothing stays where it was announced, however much is said behind it", async () => {
  const { ancestryOf } = await import("../../../src/selectors/subagentAncestry.ts");
  const { createThread } = await import("../../../src/store/thread/createThread.ts");
  const { scriptedAgent } = await import("../../../src/testing/scriptedAgent.ts");
  const { runFinished, runStarted, textRun } = await import("../../../src/testing/steps.ts");
  const thread = createThread({
    agent: scriptedAgent(
      [
        runStarted(),
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Silent" },
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
        runFinished(),
      ],
      textRun("Two"),
    ),
  });
  await thread.send("One");
  const [asked] = thread.getSnapshot().messages;
  await thread.send("Again");
  const family = ancestryOf(thread.getSnapshot());
  expect([...family.behind]).toEqual([[asked?.id, ["s1"]]]);
  expect(family.atEnd.size).toBe(0);
});
