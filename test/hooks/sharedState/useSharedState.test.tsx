import { act, render, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import type { EventInput } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { startRun } from "../toolChat.tsx";
import { emit, withThread } from "../wrap.tsx";

interface Board {
  readonly title: string;
  readonly tasks: readonly { readonly isDone: boolean }[];
}

const board: Board = { title: "Week", tasks: [{ isDone: false }, { isDone: true }] };

const boardThread = (agent = scriptedAgent([runStarted(), runFinished()])) =>
  createThread<Board>({ agent, initialState: board });

test("useSharedState returns the state and edits it at once; the next run sends the edit", async () => {
  const agent = scriptedAgent([runStarted(), runFinished()]);
  const thread = boardThread(agent);
  const { result } = renderHook(() => useSharedState<Board>(), { wrapper: withThread(thread) });
  expect(result.current[0]).toBe(board);

  const [, setState] = result.current;
  act(() => setState((now) => ({ ...now, title: "Month" })));
  expect(result.current[0]?.title).toBe("Month");
  expect(result.current[1]).toBe(setState);

  await act(() => thread.run());
  expect(agent.inputs[0]?.state).toMatchObject({ title: "Month" });
});

test("useSharedState updates when the agent changes the state", async () => {
  const thread = boardThread(
    scriptedAgent([
      runStarted(),
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/title", value: "Year" }] },
      runFinished(),
    ]),
  );
  const { result } = renderHook(() => useSharedState((state: Board) => state.title), {
    wrapper: withThread(thread),
  });
  expect(result.current).toBe("Week");
  await act(() => thread.run());
  expect(result.current).toBe("Year");
});

test("useSharedState with a selector re-renders only when the selected part changes", () => {
  const thread = boardThread();
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return useSharedState(
        (state: Board) => state.tasks.filter((task) => !task.isDone),
        (a, b) => a.length === b.length,
      );
    },
    { wrapper: withThread(thread) },
  );
  const before = renders;
  act(() => thread.setState((now) => ({ ...now, title: "Month" })));
  act(() => thread.setState((now) => ({ ...now, tasks: [...now.tasks, { isDone: true }] })));
  expect(renders).toBe(before);
  act(() => thread.setState((now) => ({ ...now, tasks: [] })));
  expect(result.current).toEqual([]);
});

const args = (delta: string): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta });

test("useSharedState re-renders readers of predicted state only when their part changes", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent, initialState: { items: [], other: { n: 1 } } });
  const renders = { first: 0, items: 0, other: 0, whole: 0 };
  function Reader({ name, pointer }: { name: keyof typeof renders; pointer: "" | `/${string}` }) {
    renders[name]++;
    const [value] = useSharedState(pointer);
    return <p>{JSON.stringify(value)}</p>;
  }
  // Outside StrictMode, which renders twice.
  const view = render(
    <ThreadProvider thread={thread}>
      <Reader name="first" pointer="/items/0" />
      <Reader name="items" pointer="/items" />
      <Reader name="other" pointer="/other" />
      <Reader name="whole" pointer="" />
    </ThreadProvider>,
  );
  let ended: Promise<unknown> | undefined;
  act(() => {
    ended = thread.send("Go");
  });
  await startRun(agent);
  await emit(
    agent,
    {
      type: "CUSTOM",
      name: "PredictState",
      value: [{ state_key: "items", tool: "write", tool_argument: "items" }],
    },
    { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "write" },
    args('{"items":[{"name":"a"}'),
  );
  await act(() =>
    vi.waitFor(() => expect(thread.store.getState().predictedKeys).toEqual(["items"])),
  );
  expect(view.getByText('{"name":"a"}')).toBeVisible();
  const rendersAfterStart = { ...renders };
  for (let n = 0; n < 10; n++) await emit(agent, args(`,{"name":"${n}"}`));
  expect(view.getByText('{"name":"a"}')).toBeVisible();
  expect(renders).toEqual({
    ...rendersAfterStart,
    items: rendersAfterStart.items + 10,
    whole: rendersAfterStart.whole + 10,
  });
  await emit(
    agent,
    args("]}"),
    { type: "TOOL_CALL_END", toolCallId: "c1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
  );
  const rendersAfterCall = { ...renders };
  for (let n = 0; n < 10; n++) {
    await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "word " });
  }
  expect(thread.getSnapshot().messages.at(-1)?.content).toBe("word ".repeat(10));
  expect(renders).toEqual(rendersAfterCall);
  await act(async () => {
    thread.stop();
    await ended;
  });
});
