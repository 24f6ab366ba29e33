import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSteps } from "../../../src/hooks/subagents/useSteps.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { messageDelta, openMessage } from "../subagents.ts";
import { emit, finish, withThread } from "../wrap.tsx";

test("useSteps returns the steps of the run, and re-renders only when a step changes", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...openMessage("m", "word"));
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return useSteps();
    },
    { wrapper: withThread(thread) },
  );
  expect(result.current).toEqual([]);
  await emit(agent, { type: "STEP_STARTED", stepName: "look" });
  await emit(agent, { type: "STEP_STARTED", stepName: "look", subagentRunId: "s1" });
  await emit(agent, { type: "STEP_FINISHED", stepName: "look" });
  expect(result.current).toMatchObject([
    { name: "look", status: "finished" },
    { name: "look", status: "running", subagentRunId: "s1" },
  ]);
  const before = renders;
  await emit(agent, messageDelta("m"));
  expect(renders).toBe(before);
  await finish(agent);
});
