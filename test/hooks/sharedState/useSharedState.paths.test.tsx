import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { memo } from "react";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { emit, finish, withThread } from "../wrap.tsx";

interface Item {
  readonly id: number;
  readonly title: string;
}

const SIZE = 10_000;
const items = Array.from({ length: SIZE }, (_, id): Item => ({ id, title: `Item ${id}` }));

describe("a state of 10,000 items", () => {
  function createLargeThread() {
    const agent = manualAgent();
    return { agent, thread: createThread({ agent, initialState: { title: "All", items } }) };
  }

  test("re-renders only components that read a changed location", async () => {
    const { agent, thread } = createLargeThread();
    const renders = new Map<string, number>();
    const Reader = memo(function Reader({ at }: { readonly at: `/${string}` }) {
      renders.set(at, (renders.get(at) ?? 0) + 1);
      return <li>{useSharedState<string>(at)[0]}</li>;
    });
    const pointers = [
      "/title",
      ...[0, 1, 5_000, SIZE - 1].map((n) => `/items/${n}/title`),
    ] as const;
    render(
      <ul>
        {pointers.map((at) => (
          <Reader key={at} at={at as `/${string}`} />
        ))}
      </ul>,
      { wrapper: withThread(thread) },
    );
    const takeRenders = () => {
      const counted = Object.fromEntries(renders);
      renders.clear();
      return counted;
    };
    takeRenders();

    act(() => thread.setState((now) => ({ ...now, title: "Mine" })));
    // StrictMode renders every component twice.
    expect(takeRenders()).toEqual({ "/title": 2 });

    const ended = thread.run();
    await emit(agent, { type: "RUN_STARTED", threadId: "t", runId: "r" });
    takeRenders();
    await emit(agent, {
      type: "STATE_DELTA",
      delta: [{ op: "replace", path: "/items/5000/title", value: "Changed" }],
    });
    expect(takeRenders()).toEqual({ "/items/5000/title": 2 });
    await emit(agent, {
      type: "STATE_SNAPSHOT",
      snapshot: { title: "Mine", items: items.with(1, { id: 1, title: "New" }) },
    });
    expect(takeRenders()).toEqual({ "/items/1/title": 2, "/items/5000/title": 2 });
    // Rebasing an edit re-renders no other reader, not even of other items in its array.
    act(() => thread.setState((now) => ({ ...now, title: "Mine again" })));
    act(() =>
      thread.setState((now) => ({ ...now, items: now.items.with(7, { id: 7, title: "Mine" }) })),
    );
    takeRenders();
    await emit(agent, { type: "STATE_DELTA", delta: [{ op: "add", path: "/log", value: "x" }] });
    expect(takeRenders()).toEqual({});
    await emit(agent, {
      type: "STATE_DELTA",
      delta: [{ op: "replace", path: "/items/0/title", value: "First" }],
    });
    expect(takeRenders()).toEqual({ "/items/0/title": 2 });
    // A change next to the edit does not re-render the reader of the edited field either.
    await emit(agent, {
      type: "STATE_DELTA",
      delta: [{ op: "add", path: "/items/7/done", value: true }],
    });
    expect(takeRenders()).toEqual({});
    expect(thread.getSnapshot().visibleState.items[7]).toMatchObject({ title: "Mine", done: true });
    await finish(agent);
    await act(() => ended);
  });

  test("copies only the containers on the path of an edit", () => {
    const { thread } = createLargeThread();
    const { result } = renderHook(() => useSharedState<string>("/items/7/title"), {
      wrapper: withThread(thread),
    });
    act(() => result.current[1]((title) => `${title}!`));
    const { visibleState, state } = thread.getSnapshot();
    expect(visibleState.items[7]).toEqual({ id: 7, title: "Item 7!" });
    expect(visibleState.items.filter((item, at) => item !== state.items[at])).toHaveLength(1);
  });
});

describe("a location in the state", () => {
  test("creates missing parents, updates all readers at once, and is sent to the agent", async () => {
    const agent = scriptedAgent([runStarted(), runFinished()]);
    const thread = createThread({ agent });
    const { result } = renderHook(
      () => ({
        one: useSharedState<string>("/a/b~1c/d"),
        other: useSharedState((state: { a?: object }) => state.a),
        whole: useSharedState(),
      }),
      { wrapper: withThread(thread) },
    );
    expect(result.current.one[0]).toBeUndefined();
    act(() => result.current.one[1]("x"));
    expect(result.current.one[0]).toBe("x");
    expect(result.current.other).toEqual({ "b/c": { d: "x" } });
    expect(result.current.whole[0]).toEqual({ a: { "b/c": { d: "x" } } });
    await act(() => thread.run());
    expect(agent.inputs[0]?.state).toEqual({ a: { "b/c": { d: "x" } } });
  });

  test("creates a missing array, and rejects an invalid array index", () => {
    const thread = createThread<unknown>({ agent: scriptedAgent([]) });
    const { result } = renderHook(
      () => [useSharedState<string>("/l/0/t"), useSharedState<string>("/l/x")] as const,
      { wrapper: withThread(thread) },
    );
    act(() => result.current[0][1]("a"));
    expect(thread.getSnapshot().visibleState).toEqual({ l: [{ t: "a" }] });
    expect(() => result.current[1][1]("b")).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    const { visibleState } = thread.getSnapshot();
    act(() => result.current[0][1]("a"));
    expect(thread.getSnapshot().visibleState).toBe(visibleState);
  });

  test("can be an array item, or the end of an array", () => {
    const thread = createThread<unknown>({ agent: scriptedAgent([]), initialState: { l: ["a"] } });
    const { result } = renderHook(
      () => [useSharedState<string>("/l/0"), useSharedState<string>("/l/-")] as const,
      { wrapper: withThread(thread) },
    );
    act(() => result.current[0][1]("A"));
    act(() => result.current[1][1]("B"));
    expect(thread.getSnapshot().visibleState).toEqual({ l: ["A", "B"] });
    expect(result.current[1][0]).toBeUndefined();
  });

  test("keeps its setter until the pointer or the thread changes", () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const { result, rerender } = renderHook(({ at }) => useSharedState<number>(at)[1], {
      wrapper: withThread(thread),
      initialProps: { at: "/a" as `/${string}` },
    });
    const first = result.current;
    act(() => first(1));
    expect(result.current).toBe(first);
    rerender({ at: "/b" });
    expect(result.current).not.toBe(first);
    act(() => result.current(2));
    expect(thread.getSnapshot().visibleState).toEqual({ a: 1, b: 2 });
  });

  test("does not pollute prototypes with a hostile key", () => {
    const thread = createThread({ agent: scriptedAgent([]) });
    const { result } = renderHook(() => useSharedState<unknown>("/__proto__/bad"), {
      wrapper: withThread(thread),
    });
    expect(result.current[0]).toBeUndefined();
    act(() => result.current[1](true));
    expect({}).not.toHaveProperty("bad");
    expect(result.current[0]).toBe(true);
  });

  test("runs the agent with `run: true`", async () => {
    const agent = scriptedAgent([runStarted(), runFinished()]);
    const thread = createThread({ agent });
    const { result } = renderHook(() => useSharedState<number>("/n"), {
      wrapper: withThread(thread),
    });
    act(() => result.current[1](1, { run: true }));
    await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("success"));
    expect(agent.inputs[0]?.state).toEqual({ n: 1 });
  });
});

describe("a schema", () => {
  test.each([
    ["Zod", z.string()],
    ["inline JSON Schema", undefined],
  ])("%s reports invalid changes by the agent until the component unmounts", async (_, schema) => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const { result, unmount } = renderHook(
      () => useSharedState("/title", { schema: schema ?? { type: "string" } }),
      { wrapper: withThread(thread) },
    );
    const ended = thread.run();
    await emit(
      agent,
      { type: "RUN_STARTED", threadId: "t", runId: "r" },
      { type: "STATE_SNAPSHOT", snapshot: { title: 7 } },
    );
    expect(result.current[0]).toBe(7);
    await waitFor(() =>
      expect(thread.getSnapshot().issues).toMatchObject([
        { code: "state-mismatch", subject: "/title" },
      ]),
    );
    unmount();
    await emit(agent, { type: "STATE_SNAPSHOT", snapshot: { title: 8 } });
    await finish(agent);
    await act(() => ended);
    expect(thread.getSnapshot().issues.filter(({ count }) => count > 1)).toEqual([]);
  });
});

test("a target reads and sets the state of another agent", () => {
  const agents = { a: scriptedAgent([]), b: scriptedAgent([]) };
  function Both() {
    const [own, setOwn] = useSharedState<string>("/x");
    const [other, setOther] = useSharedState<string>("/x", { agentId: "b" });
    const selected = useSharedState((state: { x?: string }) => state.x, Object.is, {
      agentId: "b",
    });
    return (
      <>
        <button type="button" onClick={() => setOwn("mine")}>
          {own}
        </button>
        <button type="button" onClick={() => setOther("theirs")}>
          {other}
        </button>
        <p>{selected}</p>
      </>
    );
  }
  render(
    <AgentProvider agents={agents}>
      <Both />
    </AgentProvider>,
  );
  const [first, second] = screen.getAllByRole("button");
  act(() => first?.click());
  act(() => second?.click());
  expect(first).toHaveTextContent("mine");
  expect(second).toHaveTextContent("theirs");
  expect(screen.getByText("theirs", { selector: "p" })).toBeVisible();
});
