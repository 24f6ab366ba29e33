import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { useBranches } from "../../../src/hooks/thread/useBranches.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { idOfMessage } from "../../support/threadViews.ts";
import { emit, finish, withThread } from "../wrap.tsx";

const started: EventInput = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t", runId: "r" };

/** Creates an agent that answers A1, A2 and so on, each after reasoning. */
function reasoningAgent() {
  let runs = 0;
  return scriptedAgent(() => {
    const n = ++runs;
    const events: EventInput[] = [
      { type: "REASONING_START", messageId: `r${n}` },
      { type: "REASONING_MESSAGE_START", messageId: `r${n}`, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: `r${n}`, delta: "Hm" },
      { type: "REASONING_MESSAGE_END", messageId: `r${n}` },
      { type: "REASONING_END", messageId: `r${n}` },
      { type: "TEXT_MESSAGE_CHUNK", messageId: `a${n}`, delta: `A${n}` },
    ];
    return [runStarted(), ...events, runFinished()];
  });
}

const textsOf = (thread: Thread) =>
  thread
    .getSnapshot()
    .messages.flatMap(({ role, content }) => (role === "reasoning" ? [] : content));

function renderBranches(thread: Thread, messageId: string, position?: "at" | "after") {
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return useBranches(messageId, { position });
    },
    { wrapper: withThread(thread) },
  );
  return { result, renders: () => renders };
}

/** Switches to the branch before or after that of a message. */
async function switchFrom(thread: Thread, messageId: string, direction: "previous" | "next") {
  const { result } = renderBranches(thread, messageId);
  await act(() => result.current[direction]());
}

describe("useBranches", () => {
  test("returns one branch where the conversation never branched, and for an unknown message", async () => {
    const thread = createThread({ agent: reasoningAgent() });
    await thread.send("Q1");
    for (const id of [idOfMessage(thread, "Q1"), "r1", "a1", "nowhere"]) {
      const { result } = renderBranches(thread, id);
      expect(result.current).toMatchObject({ count: 1, index: 0, isDisabled: false });
      await act(() => result.current.next());
      await act(() => result.current.previous());
      await act(() => result.current.select(0));
    }
    expect(textsOf(thread)).toEqual(["Q1", "A1"]);
  });

  test("returns the same branches for the reasoning and the first text of an answer", async () => {
    const thread = createThread({ agent: reasoningAgent() });
    await thread.send("Q1");
    await thread.regenerate();
    await thread.send("Q2");
    for (const id of ["r2", "a2"]) {
      expect(renderBranches(thread, id).result.current).toMatchObject({ count: 2, index: 1 });
    }
    for (const id of [idOfMessage(thread, "Q1"), idOfMessage(thread, "Q2"), "r3", "a3"]) {
      expect(renderBranches(thread, id).result.current.count, id).toBe(1);
    }
  });

  test("switches between edited messages, and the shared state with them", async () => {
    const thread = createThread({ agent: reasoningAgent(), initialState: { n: 0 } });
    await thread.send("Q1");
    thread.setState({ n: 1 });
    await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
    await thread.edit(idOfMessage(thread, "Q1b"), "Q1c");
    const third = renderBranches(thread, idOfMessage(thread, "Q1c"));
    expect(third.result.current).toMatchObject({ count: 3, index: 2 });
    await act(() => third.result.current.next());
    expect(textsOf(thread), "the last branch has no next one").toEqual(["Q1c", "A3"]);
    await act(() => third.result.current.previous());
    expect(textsOf(thread)).toEqual(["Q1b", "A2"]);
    const second = renderBranches(thread, idOfMessage(thread, "Q1b"));
    await act(() => second.result.current.select(0));
    expect(textsOf(thread)).toEqual(["Q1", "A1"]);
    expect(thread.getSnapshot().visibleState).toEqual({ n: 1 });
    expect(renderBranches(thread, idOfMessage(thread, "Q1")).result.current.index).toBe(0);
    // The message is on a branch that is not shown.
    expect(third.result.current.count).toBe(1);
    await expect(second.result.current.select(1)).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(textsOf(thread)).toEqual(["Q1", "A1"]);
  });

  test("returns the branches after a question whose last answer failed before it started", async () => {
    const agent = scriptedAgent(textRun("A1"), [
      runStarted(),
      { type: "RUN_ERROR", message: "Overloaded" },
    ]);
    const thread = createThread({ agent });
    await thread.send("Q1");
    const { result } = renderBranches(thread, idOfMessage(thread, "Q1"), "after");
    expect(result.current.count).toBe(1);
    await act(() => thread.regenerate());
    expect(textsOf(thread)).toEqual(["Q1"]);
    expect(result.current).toMatchObject({ count: 2, index: 1 });
    await act(() => result.current.previous());
    expect(textsOf(thread)).toEqual(["Q1", "A1"]);
  });

  test("returns the branches of an agent that starts the conversation, at reasoning and text", async () => {
    const agent = reasoningAgent();
    const thread = createThread({
      agent,
      initialMessages: [{ id: "s1", role: "system", content: "Be kind" }],
    });
    await thread.run();
    await thread.send("Q1");
    await thread.regenerate("a1");
    expect(agent.inputs[2]?.messages, "the system message stays").toMatchObject([{ id: "s1" }]);
    expect(textsOf(thread)).toEqual(["Be kind", "A3"]);
    for (const id of ["r3", "a3"]) {
      expect(renderBranches(thread, id).result.current).toMatchObject({ count: 2, index: 1 });
    }
    expect(renderBranches(thread, "s1").result.current.count).toBe(1);
    await switchFrom(thread, "a3", "previous");
    expect(textsOf(thread), "the branch as it was last shown").toEqual([
      "Be kind",
      "A1",
      "Q1",
      "A2",
    ]);
    for (const id of ["r1", "a1"]) {
      expect(renderBranches(thread, id).result.current).toMatchObject({ count: 2, index: 0 });
    }
    await thread.edit(idOfMessage(thread, "Q1"), "Q1b");
    const edited = renderBranches(thread, idOfMessage(thread, "Q1b"));
    expect(edited.result.current).toMatchObject({ count: 2, index: 1 });
    expect(renderBranches(thread, "a1").result.current).toMatchObject({ count: 2, index: 0 });
    await switchFrom(thread, "a1", "next");
    expect(textsOf(thread)).toEqual(["Be kind", "A3"]);
    await switchFrom(thread, "a3", "previous");
    expect(textsOf(thread)).toEqual(["Be kind", "A1", "Q1b", "A4"]);
    await act(() => edited.result.current.previous());
    expect(textsOf(thread)).toEqual(["Be kind", "A1", "Q1", "A2"]);
  });

  test("returns both branches of an edit on a branch that was continued", async () => {
    const thread = createThread({ agent: reasoningAgent() });
    await thread.send("Q1");
    await thread.regenerate();
    await switchFrom(thread, "a2", "previous");
    await thread.send("Q2");
    await thread.edit(idOfMessage(thread, "Q2"), "Q2b");
    const { result } = renderBranches(thread, idOfMessage(thread, "Q2b"));
    expect(result.current).toMatchObject({ count: 2, index: 1 });
    await act(() => result.current.previous());
    expect(textsOf(thread)).toEqual(["Q1", "A1", "Q2", "A3"]);
  });

  test("is disabled during a run, and ignores calls meanwhile", async () => {
    const agent = manualAgent();
    const thread = createThread({
      agent,
      initialMessages: [
        { id: "u1", role: "user", content: "Q1" },
        { id: "b1", role: "assistant", content: "B1" },
      ],
    });
    const { result } = renderBranches(thread, "a1");
    const run = thread.regenerate();
    await agent.started;
    await emit(agent, started, { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: "A" });
    expect(result.current).toMatchObject({ count: 2, index: 1, isDisabled: true });
    await act(() => result.current.previous());
    await act(() => result.current.select(0));
    expect(textsOf(thread)).toEqual(["Q1", "A"]);
    await emit(agent, finished);
    await finish(agent);
    await run;
    expect(result.current.isDisabled).toBe(false);
    await act(() => result.current.previous());
    expect(textsOf(thread)).toEqual(["Q1", "B1"]);
  });

  test("re-renders when a run starts or ends, not for text or other messages", async () => {
    const agent = manualAgent();
    const thread = createThread({
      agent,
      initialMessages: [
        { id: "u1", role: "user", content: "Q1" },
        { id: "b1", role: "assistant", content: "B1" },
      ],
    });
    const { result, renders } = renderBranches(thread, "b1");
    const { previous, next, select } = result.current;
    const atFirst = renders();
    let run: Promise<unknown> = Promise.resolve();
    await act(async () => {
      run = thread.send("Q2");
      await agent.started;
    });
    await emit(agent, started, { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta: "A" });
    const whileRunning = renders();
    expect(whileRunning).toBeGreaterThan(atFirst);
    for (const delta of ["B", "C", "D"]) {
      await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "a1", delta });
    }
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "a2", delta: "Another" });
    expect(renders()).toBe(whileRunning);
    await emit(agent, finished);
    await finish(agent);
    await act(() => run);
    expect(result.current).toEqual({
      count: 1,
      index: 0,
      isDisabled: false,
      previous,
      next,
      select,
    });
  });
});
