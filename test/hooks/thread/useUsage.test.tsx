import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useUsage } from "../../../src/hooks/thread/useUsage.ts";
import type { EventInput, TokenUsage } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { startRun } from "../toolChat.tsx";
import { emit, finish, withThread } from "../wrap.tsx";

const runWithUsage = (...usage: TokenUsage[]) => [runStarted(), runFinished({ usage })];
const prices = { models: { small: { input: 1, output: 2 } } };

test("useUsage returns the usage of the last run and of all runs", async () => {
  const small = { model: "small", inputTokens: 1_000_000, outputTokens: 500_000 };
  const agent = scriptedAgent(
    runWithUsage(small, { model: "large", inputTokens: 7, outputTokens: 3 }),
    runWithUsage(small),
    [runStarted(), { type: "RUN_ERROR", message: "no more", usage: [small] }],
    [runStarted(), runFinished()],
  );
  const thread = createThread({ agent });
  const { result } = renderHook(() => useUsage({ prices }), { wrapper: withThread(thread) });
  expect(result.current.thread).toMatchObject({ totalTokens: 0, byModel: [] });
  await act(() => thread.send("1"));
  expect(result.current.run).toEqual(result.current.thread);
  expect(result.current.run.cost).toEqual({ amount: 2, currency: "USD", isComplete: false });
  await act(() => thread.send("2"));
  expect(result.current.run).toMatchObject({
    totalTokens: 1_500_000,
    byModel: [{ model: "small" }],
    cost: { amount: 2, isComplete: true },
  });
  expect(result.current.thread).toMatchObject({
    totalTokens: 3_000_010,
    byModel: [
      { model: "small", inputTokens: 2_000_000, cost: 4 },
      { model: "large", inputTokens: 7, cost: undefined },
    ],
  });
  // A failed run counts as well.
  await act(() => thread.send("3"));
  expect(result.current.run.cost?.amount).toBe(2);
  expect(result.current.thread.cost?.amount).toBe(6);
  // A run without usage has no totals.
  await act(() => thread.send("4"));
  expect(result.current.run).toMatchObject({ totalTokens: 0, byModel: [] });
  expect(result.current.thread.cost?.amount).toBe(6);
});

test("useUsage re-renders when a run starts and reports usage, not while it streams", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  let renders = 0;
  const { result, rerender } = renderHook(
    () => {
      renders++;
      return useUsage({ prices });
    },
    // Outside StrictMode, which renders twice.
    { wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider> },
  );
  act(() => void thread.send("Hi"));
  await startRun(agent);
  const started = renders;
  for (const delta of ["a", "b", "c"]) {
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta });
  }
  expect(renders).toBe(started);
  const { threadId, runId } = await agent.started();
  const usage = [{ inputTokens: 1, outputTokens: 2 }];
  await emit(agent, { type: "RUN_FINISHED", threadId, runId, usage });
  expect(result.current.run.totalTokens).toBe(3);
  await finish(agent);
  expect(renders).toBe(started + 1);
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});

test("useUsage returns the usage of a targeted agent", async () => {
  const client = createAgentClient({
    agents: {
      left: scriptedAgent(runWithUsage({ outputTokens: 1 })),
      right: scriptedAgent(runWithUsage({ outputTokens: 2 })),
    },
  });
  const { result } = renderHook(() => useUsage({ agentId: "right" }), {
    wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider>,
  });
  for (const agentId of client.agentIds) await act(() => client.thread({ agentId }).send("Hi"));
  expect(result.current.thread).toMatchObject({ outputTokens: 2, cost: undefined });
});

test("useUsage counts every run of a server that reuses one run id", async () => {
  const usageRun = (outputTokens: number): EventInput[] => [
    { type: "RUN_STARTED", threadId: "t", runId: "same" },
    { type: "RUN_FINISHED", threadId: "t", runId: "same", usage: [{ outputTokens }] },
  ];
  // A run that starts again within one stream is the same run, and its last usage counts.
  const thread = createThread({
    agent: scriptedAgent(usageRun(1), [...usageRun(5), ...usageRun(20)], usageRun(300)),
  });
  const { result } = renderHook(() => useUsage(), { wrapper: withThread(thread) });
  const renders: number[][] = [];
  for (const text of ["a", "b", "c"]) {
    await act(() => thread.send(text));
    renders.push([result.current.run.outputTokens, result.current.thread.outputTokens]);
  }
  expect(renders).toEqual([
    [1, 1],
    [20, 21],
    [300, 321],
  ]);
});

test("useUsage counts a replayed run once", async () => {
  const usageRun = (runId: string, outputTokens: number): EventInput[] => [
    { type: "RUN_STARTED", threadId: "t", runId },
    { type: "RUN_FINISHED", threadId: "t", runId, usage: [{ outputTokens }] },
  ];
  const agent = scriptedAgent(
    usageRun("r1", 1),
    [...usageRun("r1", 1), ...usageRun("r2", 20)],
    // The replay of the first run lacks its usage.
    [...usageRun("r1", 1).slice(0, 1), ...usageRun("r2", 20), ...usageRun("r3", 300)],
  );
  const thread = createThread({ agent });
  const { result } = renderHook(() => useUsage(), { wrapper: withThread(thread) });
  for (const total of [1, 21, 321]) {
    await act(() => thread.run());
    expect(result.current.thread.outputTokens).toBe(total);
  }
  expect(Object.keys(thread.getSnapshot().usages)).toEqual(["r1", "r2", "r3"]);
});
