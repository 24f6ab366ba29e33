import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";

interface Recipe {
  readonly title: string;
}

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

describe("an edit without a change that runs the agent", () => {
  test.each<[string, (now: Recipe) => Recipe]>([
    ["the very same state", (now) => now],
    ["a state that says the same", (now) => ({ ...now })],
  ])("runs it on %s, once", async (_, same) => {
    const agent = scriptedAgent(textRun("Fine"));
    const thread = createThread<Recipe>({ agent, initialState: { title: "Soup" } });
    thread.setState(same, { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs).toMatchObject([{ state: { title: "Soup" } }]);
  });

  test("runs nothing after the current run when no edit is pending", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: { title: "Soup" } });
    const ended = thread.run();
    await agent.emit(started);
    thread.setState((now) => now, { run: true });
    await agent.emit(finished);
    await agent.finish();
    await ended;
    // A run would have started by now.
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
  });
});

test("drops the request for a run when the current run fails", async () => {
  const agent = manualAgent();
  const thread = createThread<Recipe>({ agent, initialState: { title: "Soup" } });
  const failed = thread.run();
  await agent.emit(started);
  thread.setState({ title: "Mine" }, { run: true });
  await thread.dismissDroppedEdits();
  await agent.fail(new Error("offline"));
  await failed;
  const again = thread.retry();
  await agent.emit({ ...started, runId: "r2" } as EventInput);
  // An edit for the next run.
  thread.setState({ title: "Later" });
  await agent.emit({ ...finished, runId: "r2" } as EventInput);
  await agent.finish();
  await again;
  await thread.dismissDroppedEdits();
  expect(agent.inputs).toHaveLength(2);
  expect(thread.getSnapshot().edits).toHaveLength(1);
});
