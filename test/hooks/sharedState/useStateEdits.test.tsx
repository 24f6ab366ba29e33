import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import { usePredictedKeys, useStateEdits } from "../../../src/hooks/sharedState/useStateEdits.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { emit, finish, withThread } from "../wrap.tsx";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" } as const;

test("useStateEdits lists edits until a run sends them, and undoes and discards them", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialState: { title: "a" } });
  const { result } = renderHook(() => useStateEdits(), { wrapper: withThread(thread) });
  expect(result.current).toMatchObject({ edits: [], dropped: [], canUndo: false });
  const { undo } = result.current;
  act(() => thread.setState({ title: "b" }));
  expect(result.current).toMatchObject({ edits: [{}], canUndo: true });
  const ended = thread.run();
  await emit(agent, started);
  expect(result.current).toMatchObject({ edits: [], canUndo: true });
  await act(async () => void (await result.current.undo()));
  expect(result.current).toMatchObject({ edits: [{}], canUndo: false });
  expect(thread.getSnapshot().visibleState).toEqual({ title: "a" });
  expect(result.current.undo).toBe(undo);
  await act(() => result.current.discard());
  expect(thread.getSnapshot().visibleState).toEqual({ title: "b" });
  await finish(agent);
  await act(() => ended);
});

test("useStateEdits lists dropped edits until they are dismissed", async () => {
  const agent = manualAgent();
  const thread = createThread<unknown>({ agent, initialState: { a: { n: 1 } } });
  const { result } = renderHook(() => useStateEdits(), { wrapper: withThread(thread) });
  const ended = thread.run();
  await emit(agent, started);
  act(() => thread.setState({ a: { n: 2 } }));
  await emit(agent, { type: "STATE_SNAPSHOT", snapshot: { a: "none" } });
  expect(result.current.dropped).toMatchObject([{ reason: "gone" }]);
  await act(() => result.current.dismiss());
  expect(result.current.dropped).toEqual([]);
  act(() => result.current.reset());
  expect(thread.getSnapshot().visibleState).toEqual({ a: { n: 1 } });
  await expect(result.current.resync()).resolves.toBe(false);
  await finish(agent);
  await act(() => ended);
});

test("usePredictedKeys returns keys while arguments stream, without re-rendering for their values", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialState: { document: "", other: 1 } });
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return { keys: usePredictedKeys(), other: useSharedState<number>("/other")[0] };
    },
    { wrapper: withThread(thread) },
  );
  const ended = thread.run();
  await emit(
    agent,
    started,
    {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "document", tool: "write", tool_argument: "text" }],
    },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
  );
  expect(result.current.keys).toEqual([]);
  await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"text":"Once' });
  await vi.waitFor(() => expect(result.current.keys).toEqual(["document"]));
  const before = renders;
  await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: " upon a time" });
  expect(thread.store.getState().visibleState.document).toBe("Once upon a time");
  expect(renders).toBe(before);
  await emit(agent, { type: "STATE_SNAPSHOT", snapshot: { document: "Real", other: 1 } });
  expect(result.current.keys).toEqual([]);
  await finish(agent);
  await act(() => ended);
});
