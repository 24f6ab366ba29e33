import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/steps.ts";
import { withThread } from "../wrap.tsx";

interface Board {
  readonly title: string;
  readonly tasks: readonly { readonly isDone: boolean }[];
}

const board: Board = { title: "Week", tasks: [{ isDone: false }, { isDone: true }] };

const boardThread = (agent = scriptedAgent([runStarted(), runFinished()])) =>
  createThread<Board>({ agent, initialState: board });

test("reads the state and edits it, seen at once and sent with the next run", async () => {
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

test("follows what the agent does to the state", async () => {
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

test("with a selector renders only when the selected part changes", () => {
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
