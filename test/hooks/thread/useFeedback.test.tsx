import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useCustomEvent } from "../../../src/hooks/events/useCustomEvent.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useFeedback } from "../../../src/hooks/thread/useFeedback.ts";
import { metaEvents } from "../../../src/protocol/metaEvents.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { withThread } from "../wrap.tsx";

const createAnsweringThread = () =>
  createThread({ agent: scriptedAgent(textRun("Hi", { messageId: "m1" })) });

test("useFeedback returns the last thumb and its reason", async () => {
  const thread = createAnsweringThread();
  const { result } = renderHook(() => useFeedback("m1"), { wrapper: withThread(thread) });
  await act(() => thread.send("Hello"));
  expect(result.current).toMatchObject({ value: undefined, annotations: [] });
  await act(() => result.current.thumbsUp());
  expect(result.current).toMatchObject({ value: "up", reason: undefined });
  await act(() => result.current.thumbsDown("inaccurate"));
  expect(result.current).toMatchObject({ value: "down", reason: "inaccurate" });
  expect(thread.getSnapshot().annotations.m1).toMatchObject([
    { metaType: "thumbs_up", payload: { messageId: "m1" } },
    { metaType: "thumbs_down", payload: { messageId: "m1", reason: "inaccurate" } },
  ]);
});

test("a repeated thumb is not stored, unless its reason differs", async () => {
  const thread = createAnsweringThread();
  const { result } = renderHook(() => useFeedback("m1"), { wrapper: withThread(thread) });
  for (const action of [
    () => result.current.thumbsUp(),
    () => result.current.thumbsUp(),
    () => result.current.thumbsDown(),
    () => result.current.thumbsDown(),
    () => result.current.thumbsDown("rude"),
  ]) {
    await act(action);
  }
  expect(result.current.annotations.map(({ metaType }) => metaType)).toEqual([
    "thumbs_up",
    "thumbs_down",
    "thumbs_down",
  ]);
  expect(result.current.reason).toBe("rude");
});

test("thumbs of one tick are stored in order", async () => {
  const thread = createAnsweringThread();
  const { result } = renderHook(() => [useFeedback("m1"), useFeedback("m1")] as const, {
    wrapper: withThread(thread),
  });
  const [first, second] = result.current;
  await act(() => Promise.all([first.thumbsUp(), first.thumbsUp(), second.thumbsUp()]));
  expect(result.current[0].annotations).toHaveLength(1);
  await act(() =>
    Promise.all([first.thumbsDown("slow"), second.thumbsUp(), first.thumbsDown("slow")]),
  );
  expect(result.current[0].annotations.map(({ metaType }) => metaType)).toEqual([
    ...["thumbs_up", "thumbs_down", "thumbs_up", "thumbs_down"],
  ]);
});

test("notes and other meta events are stored as annotations of the message", async () => {
  const thread = createAnsweringThread();
  const { result } = renderHook(() => useFeedback("m1", { userId: "ada" }), {
    wrapper: withThread(thread),
  });
  await act(() => result.current.addNote("Check the dates"));
  await act(() => result.current.annotate("tag", { tags: ["important"] }));
  await act(() => result.current.annotate("bookmark"));
  expect(result.current.annotations).toMatchObject([
    { metaType: "note", payload: { text: "Check the dates", relatedId: "m1", author: "ada" } },
    { metaType: "tag", payload: { tags: ["important"], messageId: "m1", userId: "ada" } },
    { metaType: "bookmark", payload: { messageId: "m1", userId: "ada" } },
  ]);
  expect(result.current.value).toBeUndefined();
});

test("thumbs from the agent count, separately per user", async () => {
  const agent = scriptedAgent([
    runStarted(),
    metaEvents.thumbsDown({ messageId: "m1", userId: "ada", reason: "slow" }),
    metaEvents.thumbsUp({ messageId: "m1", userId: "bob" }),
    metaEvents.thumbsUp({ messageId: "m2", userId: "ada" }),
    runFinished(),
  ]);
  const thread = createThread({ agent });
  const { result } = renderHook(
    () => [useFeedback("m1", { userId: "ada" }), useFeedback("m1"), useFeedback("m3")],
    { wrapper: withThread(thread) },
  );
  await act(() => thread.send("Hello"));
  expect(result.current.map(({ value }) => value)).toEqual(["down", "up", undefined]);
});

test("listeners receive annotations, after a replayed run too", async () => {
  const run = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
  ] as const;
  const thread = createThread({ agent: scriptedAgent(run), threadId: "t1" });
  const received: unknown[] = [];
  const { result } = renderHook(
    () => {
      useCustomEvent("ag-ui:meta", (value) => received.push(value));
      return useFeedback("m1");
    },
    { wrapper: withThread(thread) },
  );
  await act(() => thread.run());
  await act(() => thread.run());
  expect(thread.getSnapshot().tracking.isReplay).toBe(true);
  await act(() => result.current.thumbsUp());
  await waitFor(() =>
    expect(received).toEqual([{ metaType: "thumbs_up", payload: { messageId: "m1" } }]),
  );
});

test("useFeedback re-renders only for its own message, and keeps the identity of its functions", async () => {
  const thread = createAnsweringThread();
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return useFeedback("m1");
    },
    // Outside StrictMode, which renders twice.
    { wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider> },
  );
  const { thumbsUp, thumbsDown, addNote, annotate } = result.current;
  await act(() => thread.send("Hello"));
  await act(() => thread.annotate("thumbs_up", { messageId: "other" }));
  expect(renders).toBe(1);
  await act(() => thumbsUp());
  expect(renders).toBe(2);
  expect(result.current).toMatchObject({ thumbsUp, thumbsDown, addNote, annotate });
});
