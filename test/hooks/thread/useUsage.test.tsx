import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useUsage } from "../../../src/hooks/thread/useUsage.ts";
import type { EventInput, TokenUsage } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/steps.ts";
import { startRun } from "../toolChat.tsx";
import { emit, finish, withThread } from "../wrap.tsx";

const using = (...usage: TokenUsage[]) => [runStarted(), runFinished({ usage })];
const prices = { models: { small: { input: 1, output: 2 } } };

test("tells what the last run used, and what all of them did", async () => {
  const small = { model: "small", inputTokens: 1_000_000, outputTokens: 500_000 };
  const agent = scriptedAgent(
    using(small, { model: "large", inputTokens: 7, outputTokens: 3 }),
    using(small),
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
  // A run that fails has used something, too.
  await act(() => thread.send("3"));
  expect(result.current.run.cost?.amount).toBe(2);
  expect(result.current.thread.cost?.amount).toBe(6);
  // And of one that tells nothing, nothing is known.
  await act(() => thread.send("4"));
  expect(result.current.run).toMatchObject({ totalTokens: 0, byModel: [] });
  expect(result.current.thread.cost?.amount).toBe(6);
});

test("renders when a run starts and when it tells, not while it streams", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  let renders = 0;
  const { result, rerender } = renderHook(
    () => {
      renders++;
      return useUsage({ prices });
    },
    // Outside of StrictMode, which renders twice.
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

test("tells of another agent's thread where one is named", async () => {
  const client = createAgentClient({
    agents: {
      left: scriptedAgent(using({ outputTokens: 1 })),
      right: scriptedAgent(using({ outputTokens: 2 })),
    },
  });
  const { result } = renderHook(() => useUsage({ agentId: "right" }), {
    wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider>,
  });
  for (const agentId of client.agentIds) await act(() => client.thread({ agentId }).send("Hi"));
  expect(result.current.thread).toMatchObject({ outputTokens: 2, cost: undefined });
});

test("tells the runs apart of a server that gives them all one id", async () => {
  const one = (outputTokens: number): EventInput[] => [
    { type: "RUN_STARTED", threadId: "t", runId: "same" },
    { type: "RUN_FINISHED", threadId: "t", runId: "same", usage: [{ outputTokens }] },
  ];
  // One that starts again in one stream is still the same, and its last word counts.
  const thread = createThread({ agent: scriptedAgent(one(1), [...one(5), ...one(20)], one(300)) });
  const { result } = renderHook(() => useUsage(), { wrapper: withThread(thread) });
  const seen: number[][] = [];
  for (const text of ["a", "b", "c"]) {
    await act(() => thread.send(text));
    seen.push([result.current.run.outputTokens, result.current.thread.outputTokens]);
  }
  expect(seen).toEqual([
    [1, 1],
    [20, 21],
    [300, 321],
  ]);
});

test("counts a run once that a stream tells again before the next one", async () => {
  const one = (runId: string, outputTokens: number): EventInput[] => [
    { type: "RUN_STARTED", threadId: "t", runId },
    { type: "RUN_FINISHED", threadId: "t", runId, usage: [{ outputTokens }] },
  ];
  const agent = scriptedAgent(
    one("r1", 1),
    [...one("r1", 1), ...one("r2", 20)],
    // One of them has forgotten what the first has used.
    [...one("r1", 1).slice(0, 1), ...one("r2", 20), ...one("r3", 300)],
  );
  const thread = createThread({ agent });
  const { result } = renderHook(() => useUsage(), { wrapper: withThread(thread) });
  for (const total of [1, 21, 321]) {
    await act(() => thread.run());
    expect(result.current.thread.outputTokens).toBe(total);
  }
  expect(Object.keys(thread.getSnapshot().usages)).toEqual(["r1", "r2", "r3"]);
});
