import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runError, runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { emit, finish, withAgent } from "../wrap.tsx";

function renderRun(agent: Agent) {
  const statuses: string[] = [];
  let renders = 0;
  const { result } = renderHook(
    () => {
      const run = useAgentRun();
      renders++;
      if (statuses.at(-1) !== run.status) statuses.push(run.status);
      return run;
    },
    { wrapper: withAgent(agent) },
  );
  return { result, statuses, renders: () => renders };
}

test("useAgentRun goes from idle through submitted and streaming back to idle", async () => {
  const agent = manualAgent();
  const { result, statuses } = renderRun(agent);
  expect(result.current).toMatchObject({ status: "idle", isRunning: false });
  expect(result.current.outcome).toBeUndefined();

  act(() => void result.current.send("Hi"));
  await waitFor(() =>
    expect(result.current).toMatchObject({ status: "submitted", isRunning: true }),
  );
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
  await waitFor(() =>
    expect(result.current).toMatchObject({ status: "streaming", isRunning: true }),
  );
  await emit(agent, {
    type: "RUN_FINISHED",
    threadId,
    runId,
    result: { answer: 42 },
    usage: [{ inputTokens: 7 }],
  });
  await finish(agent);
  await waitFor(() => expect(result.current.isRunning).toBe(false));

  expect(result.current).toMatchObject({
    status: "idle",
    outcome: "success",
    result: { answer: 42 },
    usage: [{ inputTokens: 7 }],
    error: undefined,
  });
  expect(statuses).toEqual(["idle", "submitted", "streaming", "idle"]);
});

test("useAgentRun does not re-render while text streams", async () => {
  const agent = manualAgent();
  const { result, renders } = renderRun(agent);
  act(() => void result.current.send("Hi"));
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" });
  await waitFor(() => expect(result.current.status).toBe("streaming"));
  const before = renders();
  for (let token = 0; token < 100; token++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " });
  }
  expect(renders()).toBe(before);
});

test("useAgentRun keeps the identity of its functions", async () => {
  const { result } = renderRun(scriptedAgent(textRun("Hello")));
  const { send, run, stop, retry } = result.current;
  await act(() => send("Hi"));
  expect(result.current).toMatchObject({ send, run, stop, retry });
  expect(result.current.outcome).toBe("success");
});

test("useAgentRun returns the error of a failed run until a retry succeeds", async () => {
  const agent = scriptedAgent([runStarted(), runError("out of tokens")], textRun("Hello"));
  const { result } = renderRun(agent);
  await act(() => result.current.send("Hi"));
  expect(result.current).toMatchObject({
    status: "error",
    isRunning: false,
    outcome: "error",
    error: { code: "run-error", message: "out of tokens" },
  });

  await act(() => result.current.retry());
  expect(result.current).toMatchObject({ status: "idle", outcome: "success", error: undefined });
});

test("stop() cancels the run", async () => {
  const agent = manualAgent();
  const { result } = renderRun(agent);
  act(() => void result.current.send("Hi"));
  await act(() => agent.started());
  act(() => result.current.stop());
  await waitFor(() =>
    expect(result.current).toMatchObject({ status: "idle", outcome: "cancelled" }),
  );
});

test("useAgentRun is waiting, not running, after an interrupt", async () => {
  const interrupt = { id: "i1", reason: "confirmation" };
  const agent = scriptedAgent([
    runStarted(),
    runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
  ]);
  const { result } = renderRun(agent);
  await act(() => result.current.run());
  expect(result.current).toMatchObject({
    status: "waiting",
    isRunning: false,
    outcome: "interrupt",
  });
});
