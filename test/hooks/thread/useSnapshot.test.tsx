import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSnapshot, useSnapshotWhile } from "../../../src/hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../../src/selectors/compareItems.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { withThread } from "../wrap.tsx";

const newThread = () => createThread({ agent: scriptedAgent(textRun("Hello")) });

test("useSnapshot updates with an inline selector", async () => {
  const thread = newThread();
  const { result } = renderHook(() => useSnapshot((snapshot) => snapshot.messages.length), {
    wrapper: withThread(thread),
  });
  expect(result.current).toBe(0);
  await act(() => thread.send("Hi"));
  expect(result.current).toBe(2);
});

test("useSnapshot re-renders only when the selected part changes", async () => {
  const thread = newThread();
  let renders = 0;
  renderHook(
    () => {
      renders++;
      return useSnapshot((snapshot) => snapshot.threadId);
    },
    { wrapper: withThread(thread) },
  );
  const before = renders;
  await act(() => thread.send("Hi"));
  expect(renders).toBe(before);
});

test("useSnapshot keeps the previous value while `isEqual` returns true", async () => {
  const thread = newThread();
  const { result } = renderHook(
    () =>
      useSnapshot(({ messages }) => messages.filter(({ role }) => role === "tool"), haveSameItems),
    { wrapper: withThread(thread) },
  );
  const before = result.current;
  await act(() => thread.send("Hi"));
  expect(result.current).toBe(before);
});

test("useSnapshot selects again when the selector uses another prop", () => {
  const thread = createThread({
    agent: scriptedAgent(textRun("Hello")),
    initialState: { a: 1, b: 2 },
  });
  const { result, rerender } = renderHook(
    ({ name }: { name: "a" | "b" }) =>
      useSnapshot<number, { a: number; b: number }>(({ state }) => state[name]),
    { wrapper: withThread(thread), initialProps: { name: "a" } },
  );
  rerender({ name: "b" });
  expect(result.current).toBe(2);
});

test("useSnapshotWhile does not update until it is live", async () => {
  const thread = newThread();
  const { result, rerender } = renderHook(
    ({ isLive }) => useSnapshotWhile(isLive, ({ messages }) => messages.length, Object.is),
    { wrapper: withThread(thread), initialProps: { isLive: false } },
  );
  await act(() => thread.send("Hi"));
  expect(result.current).toBe(0);
  rerender({ isLive: true });
  expect(result.current).toBe(2);
});

test("a run continues after the component of useSnapshot unmounts", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const { unmount } = renderHook(() => useSnapshot(({ messages }) => messages), {
    wrapper: withThread(thread),
  });
  act(() => void thread.send("Hi"));
  const { threadId, runId } = await agent.started();
  unmount();
  await agent.emit({ type: "RUN_STARTED", threadId, runId });
  await agent.emit({ type: "RUN_FINISHED", threadId, runId });
  await agent.finish();
  await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
});
