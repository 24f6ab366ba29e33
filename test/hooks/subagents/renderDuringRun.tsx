import { renderHook } from "@testing-library/react";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { emit, withThread } from "../wrap.tsx";

/** Renders a hook during a run, and counts its renders. */
export async function renderDuringRun<T>(hook: () => T, ...events: readonly EventInput[]) {
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
