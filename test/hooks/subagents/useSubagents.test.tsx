import { readFileSync } from "node:fs";
import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useSubagents } from "../../../src/hooks/subagents/useSubagents.ts";
import type { EventInput, Interrupt } from "../../../src/protocol/events.ts";
import type { SubagentNode } from "../../../src/selectors/subagentTree.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import type { Script } from "../../../src/testing/script.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callEvents } from "../../store/tools/calls.ts";
import {
  asSubagent,
  failSubagent,
  finishSubagent,
  messageDelta,
  openMessage,
  spawn,
  suspend,
} from "../subagents.ts";
import { textEvents } from "../toolChat.tsx";
import { finish as end, withThread } from "../wrap.tsx";
import { renderDuringRun } from "./renderDuringRun.tsx";

const run = (events: readonly EventInput[], ...interrupts: Interrupt[]): Script => [
  runStarted(),
  ...events,
  runFinished(interrupts.length > 0 ? { outcome: { type: "interrupt", interrupts } } : {}),
];

/** Renders the hook and runs the first script to its end. */
async function renderAfterRun(...scripts: readonly Script[]) {
  const thread = createThread({ agent: scriptedAgent(...scripts) });
  const { result } = renderHook(() => useSubagents(), { wrapper: withThread(thread) });
  await act(() => thread.run());
  return { thread, result };
}

const treeOf = (nodes: readonly SubagentNode[]): unknown[] =>
  nodes.map(({ id, children }) => (children.length > 0 ? [id, ...treeOf(children)] : id));

describe("useSubagents", () => {
  test("returns the announcement, messages, calls, activities, steps and result of a sub-agent", async () => {
    const { result } = await renderAfterRun(
      run([
        ...callEvents([call("delegate", {}, "c1")], "m0"),
        spawn("s1", { name: "Researcher", description: "reads", parentToolCallId: "c1" }),
        ...asSubagent("s1", [
          { type: "STEP_STARTED", stepName: "look" },
          ...textEvents("m1", "Looking"),
          ...callEvents([call("search", { q: 1 }, "c2")]),
          { type: "TOOL_CALL_RESULT", messageId: "t2", toolCallId: "c2", content: "found" },
          { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: 1 } },
          { type: "STEP_FINISHED", stepName: "look" },
        ]),
        finishSubagent("s1", { result: { n: 3 } }),
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

  test("separates two sub-agents whose messages interleave", async () => {
    const { result } = await renderAfterRun(
      run([
        spawn("a"),
        spawn("b"),
        ...asSubagent("a", openMessage("m1", "one ")),
        ...asSubagent("b", openMessage("m2", "uno ")),
        ...asSubagent("a", [messageDelta("m1", "two")]),
        ...asSubagent("b", [messageDelta("m2", "dos")]),
      ]),
    );
    expect(result.current.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ["one two"],
      ["uno dos"],
    ]);
  });

  test("nests sub-agents below their parent, by parent id or by tool call", async () => {
    const { result } = await renderAfterRun(
      run([
        spawn("a"),
        spawn("b", { parentSubagentRunId: "a" }),
        ...asSubagent("b", callEvents([call("delegate", {}, "c1")])),
        spawn("c", { parentToolCallId: "c1" }),
        spawn("d"),
      ]),
    );
    expect(treeOf(result.current)).toEqual([["a", ["b", "c"]], "d"]);
    expect(result.current[0]?.children[0]).toMatchObject({ id: "b", parent: "a" });
  });

  test.each<[string, readonly EventInput[], unknown]>([
    ["an unknown parent", [spawn("a", { parentSubagentRunId: "ghost" })], ["a"]],
    ["itself", [spawn("a", { parentSubagentRunId: "a" })], ["a"]],
    [
      "its own descendant",
      [spawn("a", { parentSubagentRunId: "b" }), spawn("b", { parentSubagentRunId: "a" })],
      [["b", "a"]],
    ],
    [
      "a call of its own",
      [
        ...asSubagent("a", callEvents([call("delegate", {}, "c1")])),
        spawn("a", { parentToolCallId: "c1" }),
      ],
      ["a"],
    ],
    ["the empty id", [spawn("", { parentSubagentRunId: "" })], [""]],
  ])("keeps a sub-agent that names %s as its parent", async (_, events, tree) => {
    const { result } = await renderAfterRun(run(events));
    expect(treeOf(result.current)).toEqual(tree);
  });

  test("includes sub-agents that were never announced, with a name derived from their id", async () => {
    const { rendersOf, agent, result } = await renderDuringRun(
      () => useSubagents(),
      ...asSubagent(
        "web_researcher:3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        openMessage("m1", "Looking"),
      ),
    );
    expect(result.current).toMatchObject([{ name: "Web researcher", status: "running" }]);
    await rendersOf(
      ...asSubagent("web_researcher:3f2504e0-4f89-11d3-9a0c-0305e82c3301", [
        { type: "TEXT_MESSAGE_END", messageId: "m1" },
      ]),
    );
    // The run of the sub-agent is still under way.
    expect(result.current).toMatchObject([{ status: "running" }]);
    await end(agent);
    expect(result.current).toMatchObject([{ status: "finished" }]);
  });

  test("keeps a finished sub-agent finished during later runs", async () => {
    const { thread, result } = await renderAfterRun(
      run(asSubagent("a", textEvents("m1", "Looking"))),
      run([spawn("b"), ...asSubagent("b", textEvents("m2", "Looking"))]),
    );
    const received: unknown[] = [];
    thread.subscribe({
      onEvent: () => received.push(result.current.find(({ id }) => id === "a")?.status),
    });
    await act(() => thread.run());
    expect(new Set(received)).toEqual(new Set(["finished"]));
  });

  test("returns the error of a failed sub-agent", async () => {
    const { result } = await renderAfterRun(
      run([spawn("a"), spawn("b"), failSubagent("a", "lost"), finishSubagent("b")]),
    );
    expect(result.current).toMatchObject([
      { status: "failed", error: { message: "lost" } },
      { status: "finished" },
    ]);
    expect(result.current[1]).not.toHaveProperty("error");
  });

  test.each<[string, EventInput[], Interrupt]>([
    ["its subagentRunId", [suspend("a")], { id: "i1", reason: "approval", subagentRunId: "a" }],
    ["the ids of the suspended outcome", [suspend("a", "i1")], { id: "i1", reason: "approval" }],
    [
      "its tool call",
      [...asSubagent("a", callEvents([call("pay", {}, "c1")])), suspend("a")],
      { id: "i1", reason: "approval", toolCallId: "c1" },
    ],
    [
      "its subagentRunId alone, without an announcement",
      [],
      { id: "i1", reason: "approval", subagentRunId: "a" },
    ],
  ])(
    "assigns an interrupt to its sub-agent by %s, which continues when answered",
    async (...args) => {
      const [, events, interrupt] = args;
      const isSnapshotOnly = events.length > 0;
      const { thread, result } = await renderAfterRun(
        run(
          [
            ...(isSnapshotOnly ? [spawn("a")] : []),
            ...asSubagent("a", textEvents("m1", "May I?")),
            ...events,
          ],
          interrupt,
        ),
        run(asSubagent("a", textEvents("m2", "I may"))),
      );
      expect(result.current).toMatchObject([
        { id: "a", status: "suspended", interrupts: [{ id: "i1" }] },
      ]);
      await act(() => thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]));
      await waitFor(() => expect(result.current).toMatchObject([{ status: "finished" }]));
      expect(result.current).toMatchObject([
        { interrupts: [{ id: "i1", answer: { status: "resolved" } }] },
      ]);
    },
  );

  test("is suspended while a descendant is suspended", async () => {
    const { result } = await renderAfterRun(
      run(
        [spawn("a"), spawn("b", { parentSubagentRunId: "a" }), suspend("b", "i1"), suspend("a")],
        { id: "i1", reason: "approval" },
      ),
    );
    expect(result.current).toMatchObject([
      { status: "suspended", interrupts: [], children: [{ status: "suspended" }] },
    ]);
  });

  test("keeps the identity of unchanged nodes", async () => {
    const { rendersOf, agent, result } = await renderDuringRun(
      () => useSubagents(),
      spawn("a"),
      ...asSubagent("a", [...textEvents("m1", "Looking"), ...callEvents([call("search")])]),
      spawn("b"),
      ...asSubagent("b", openMessage("m2", "word")),
    );
    const [a, b] = result.current;
    expect(await rendersOf(...asSubagent("b", [messageDelta("m2")]))).toBeGreaterThan(0);
    expect(result.current[0]).toBe(a);
    expect(result.current[1]).not.toBe(b);
    expect(result.current[1]?.steps).toBe(b?.steps);
    await rendersOf(finishSubagent("b"));
    expect(result.current[0]).toBe(a);
    await end(agent);
  });

  test("does not re-render while the agent itself streams text, reasoning or arguments", async () => {
    const { rendersOf, agent } = await renderDuringRun(
      () => useSubagents(),
      spawn("a"),
      ...asSubagent("a", textEvents("m1", "Looking")),
      ...openMessage("m2", "I "),
      { type: "REASONING_MESSAGE_START", messageId: "r", role: "reasoning" },
      { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look", parentMessageId: "m2" },
    );
    for (let sent = 0; sent < 10; sent++) {
      expect(await rendersOf(messageDelta("m2"))).toBe(0);
      expect(
        await rendersOf({ type: "REASONING_MESSAGE_CONTENT", messageId: "r", delta: "hm " }),
      ).toBe(0);
      expect(await rendersOf({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " })).toBe(0);
    }
    await end(agent);
  });

  test("returns the sub-agents of a recorded stream with every event type", async () => {
    const path = "test/fixtures/recordings/encoder/all-events-1.0.0.sse";
    const events = readSse(readFileSync(path, "utf8")) as EventInput[];
    const { result } = await renderAfterRun(events);
    expect(result.current).toMatchObject([
      { id: "s1", name: "helper", status: "finished" },
      { id: "s2", name: "bad", status: "failed", error: { message: "no" } },
    ]);
  });
});
