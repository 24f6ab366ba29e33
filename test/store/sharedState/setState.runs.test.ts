import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import {
  manualAgent,
  runError,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { finished, started, stateSnapshot } from "../../support/runEvents.ts";
import { type Recipe, recipe, running } from "./recipeThread.ts";

describe("an edit whose run never reached the agent", () => {
  test("is still pending", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.fail(new Error("offline"));
    await ended;
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Soup" },
      visibleState: { title: "Mine" },
      edits: [{}],
    });
    const next = thread.retry();
    expect((await agent.started()).state).toMatchObject({ title: "Mine" });
    await agent.emit(started, stateSnapshot({ title: "Theirs", items: [] }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    await agent.finish();
    await next;
  });

  test("keeps the edits before and after the start of the run", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.started();
    thread.setState((now) => ({ ...now, items: [] }));
    await agent.fail(new Error("offline"));
    await ended;
    expect(thread.getSnapshot().edits).toHaveLength(2);
    const next = thread.run();
    expect((await agent.started()).state).toEqual({ title: "Mine", items: [] });
    thread.stop();
    await next;
  });

  test("is sent when it is made while the input is prepared", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({
      agent,
      initialState: recipe,
      forwardedProps: async () => ({}),
    });
    thread.setState((now) => ({ ...now, title: "Carried" }));
    const ended = thread.run();
    thread.setState((now) => ({ ...now, title: "Later" }));
    expect((await agent.started()).state).toMatchObject({ title: "Later" });
    expect(thread.getSnapshot().edits).toEqual([]);
    await agent.emit(started, stateSnapshot({ ...recipe, title: "Theirs" }));
    expect(thread.getSnapshot().visibleState.title).toBe("Theirs");
    await agent.finish();
    await ended;

    const other = thread.run();
    thread.setState((now) => ({ ...now, title: "Never sent" }));
    await agent.started();
    await agent.fail(new Error("offline"));
    await other;
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Theirs" },
      visibleState: { title: "Never sent" },
      edits: [{}],
    });
  });

  test("stays pending when the user records an annotation meanwhile", async () => {
    const agent = manualAgent();
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    const ended = thread.run();
    await agent.started();
    await thread.annotate("thumbs_up", { messageId: "m1" });
    await agent.fail(new TypeError("offline"));
    await ended;
    expect(thread.getSnapshot()).toMatchObject({ edits: [{}], state: { title: "Soup" } });
  });

  test("counts as sent after any event of the agent, even an error", async () => {
    const thread = createThread<Recipe>({
      agent: scriptedAgent([runStarted(), runError("overloaded")]),
      initialState: recipe,
    });
    thread.setState((now) => ({ ...now, title: "Mine" }));
    await thread.run();
    expect(thread.getSnapshot()).toMatchObject({ edits: [], state: { title: "Mine" } });
  });
});

describe("an edit that runs the agent", () => {
  test("starts the run with the edit", async () => {
    const agent = scriptedAgent(textRun("Fine"));
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    thread.setState((now) => ({ ...now, title: "Mine" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.state).toMatchObject({ title: "Mine" });
  });

  test("waits for the current run, and several edits start one run", async () => {
    const { agent, thread, end } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    thread.setState((now) => ({ ...now, title: "B" }), { run: true });
    await end();
    const { state } = await agent.started();
    expect(state).toMatchObject({ title: "B" });
    await agent.emit(started, finished);
    await agent.finish();
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
    expect(agent.inputs).toHaveLength(2);
  });

  test("runs nothing on a disposed thread", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    thread.dispose();
    await vi.waitFor(() => expect(agent.signal?.aborted).toBe(true));
    expect(agent.inputs).toHaveLength(1);
  });
});

describe("an edit that waits for a run", () => {
  test("starts no run when the user stops the current one", async () => {
    const { agent, thread } = await running();
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    await vi.waitFor(() => expect(thread.getSnapshot().edits).toHaveLength(1));
    thread.stop();
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
    // A queued message would have been sent by now.
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
  });

  test("waits for the answer and cancels nothing when the run asks the user", async () => {
    const interrupts = [{ id: "i1", reason: "approval" }];
    const agent = scriptedAgent(
      [runStarted(), runFinished({ outcome: { type: "interrupt", interrupts } })],
      textRun("Thanks"),
      textRun("Seen"),
    );
    const thread = createThread<Recipe>({ agent, initialState: recipe });
    await thread.send("Hi");
    thread.setState((now) => ({ ...now, title: "A" }), { run: true });
    await thread.undoEdit();
    expect(agent.inputs).toHaveLength(1);
    thread.setState((now) => ({ ...now, title: "B" }), { run: true });
    await thread.resume([{ interruptId: "i1", status: "resolved", payload: true }]);
    await vi.waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs[1]).toMatchObject({
      resume: [{ status: "resolved" }],
      state: { title: "B" },
    });
  });

  test("fails once, not per edit", async () => {
    const manual = manualAgent();
    const thread = createThread<Recipe>({ agent: manual, initialState: recipe });
    const ended = thread.run();
    await manual.emit(started);
    for (const title of ["a", "b", "c"]) {
      thread.setState((now) => ({ ...now, title }), { run: true });
    }
    await manual.emit(finished);
    await manual.finish();
    await ended;
    await manual.started();
    await manual.fail(new Error("offline"));
    await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("error"));
    await thread.discardEdits();
    expect(manual.inputs).toHaveLength(2);
  });
});

describe("a run that is stopped while its input is prepared", () => {
  test("sends no edits", async () => {
    const token = createDeferred<object>();
    const manual = manualAgent();
    const thread = createThread<Recipe>({
      agent: manual,
      initialState: recipe,
      forwardedProps: () => token.promise,
    });
    const ended = thread.run();
    thread.setState((now) => ({ ...now, title: "Mine" }));
    thread.stop();
    await ended;
    token.resolve({});
    await thread.dismissDroppedEdits();
    expect(thread.getSnapshot()).toMatchObject({
      state: { title: "Soup" },
      visibleState: { title: "Mine" },
      edits: [{}],
    });
    expect(manual.inputs).toEqual([]);
  });
});
