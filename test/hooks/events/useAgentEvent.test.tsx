import { act, render, renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useAgentEvent } from "../../../src/hooks/events/useAgentEvent.ts";
import { useRawEvent } from "../../../src/hooks/events/useRawEvent.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import type { Event, EventInput } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { textRun } from "../../../src/testing/steps.ts";
import { emit, withThread } from "../wrap.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
});

const run = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
  { type: "RUN_STARTED", threadId: "t1", runId },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId },
];
const raw = (event: unknown, source?: string): EventInput => ({
  type: "RAW",
  event,
  ...(source && { source }),
});

/** A thread with runs to come, and a hook that listens to it. */
function listen(use: () => void, ...runs: readonly EventInput[][]) {
  const thread = createThread({ agent: scriptedAgent(...runs), threadId: "t1" });
  const view = renderHook(use, { wrapper: withThread(thread) });
  return { thread, ...view, next: () => act(() => thread.run()) };
}

describe("useAgentEvent", () => {
  test("tells of the events of a type, in order and once in StrictMode", async () => {
    const heard: string[] = [];
    const { next } = listen(
      () => useAgentEvent("CUSTOM", ({ name }) => heard.push(name)),
      run("r1", ...["a", "b", "c"].map((name) => ({ type: "CUSTOM" as const, name, value: 1 }))),
    );
    await next();
    expect(heard).toEqual(["a", "b", "c"]);
  });

  test("takes several types, or a predicate, and gives canonical events", async () => {
    const byType: string[] = [];
    const byPredicate: Event[] = [];
    const { next } = listen(
      () => {
        useAgentEvent(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END"], ({ type }) =>
          byType.push(type),
        );
        useAgentEvent(
          (event) => "delta" in event,
          (event) => byPredicate.push(event),
        );
      },
      run("r1", { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" }),
    );
    await next();
    expect(byType).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END"]);
    expect(byPredicate).toMatchObject([{ type: "TEXT_MESSAGE_CONTENT", delta: "Hi" }]);
  });

  test("calls outside of rendering, and after the thread has taken the event", async () => {
    const seen: unknown[] = [];
    let isRendering = false;
    const thread = createThread({ agent: scriptedAgent(textRun("Hello", { messageId: "m1" })) });
    renderHook(
      () => {
        isRendering = true;
        useAgentEvent("TEXT_MESSAGE_END", () => {
          seen.push([isRendering, thread.getSnapshot().messages.at(-1)?.content]);
        });
        isRendering = false;
      },
      { wrapper: withThread(thread) },
    );
    await act(() => thread.send("Hi"));
    expect(seen).toEqual([[false, "Hello"]]);
  });

  test("uses the function of the latest render, and does not subscribe again for it", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const subscribe = vi.spyOn(thread, "subscribe");
    const heard: string[] = [];
    const { rerender } = renderHook(
      ({ label }) => useAgentEvent("CUSTOM", ({ name }) => heard.push(`${label} ${name}`)),
      { wrapper: withThread(thread), initialProps: { label: "first" } },
    );
    const subscriptions = subscribe.mock.calls.length;
    act(() => void thread.run());
    await emit(agent, { type: "CUSTOM", name: "a", value: 1 });
    rerender({ label: "second" });
    await emit(agent, { type: "CUSTOM", name: "b", value: 1 });
    expect(heard).toEqual(["first a", "second b"]);
    expect(subscribe).toHaveBeenCalledTimes(subscriptions);
    act(() => thread.stop());
  });

  test("is silent about a run that is told again, unless asked for it", async () => {
    const heard: string[] = [];
    const replayed: string[] = [];
    const told = run("r1", { type: "CUSTOM", name: "old", value: 1 });
    const { next } = listen(
      () => {
        useAgentEvent("CUSTOM", ({ name }) => heard.push(name));
        useAgentEvent("CUSTOM", ({ name }) => replayed.push(name), { replay: true });
      },
      told,
      [...told, ...run("r2", { type: "CUSTOM", name: "new", value: 1 })],
    );
    await next();
    await next();
    expect(heard).toEqual(["old", "new"]);
    expect(replayed).toEqual(["old", "old", "new"]);
  });

  test("ends with the component", async () => {
    const listener = vi.fn();
    const { next, unmount } = listen(() => useAgentEvent("RUN_STARTED", listener), run("r1"));
    unmount();
    await next();
    expect(listener).not.toHaveBeenCalled();
  });

  test("reports what a listener or a predicate throws, and goes on", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const heard = vi.fn();
    const boom = () => {
      throw new Error("mine");
    };
    const { thread, next } = listen(() => {
      useAgentEvent("RUN_STARTED", boom);
      useAgentEvent((event) => event.type === "RUN_FINISHED" && boom(), heard);
      useAgentEvent("RUN_STARTED", heard);
    }, run("r1"));
    await next();
    expect(thread.getSnapshot().run.outcome).toBe("success");
    expect(heard).toHaveBeenCalledTimes(1);
    expect(reported.mock.calls).toEqual([[new Error("mine")], [new Error("mine")]]);
  });

  test("listens to another agent's thread where one is named", async () => {
    const client = createAgentClient({
      agents: { left: scriptedAgent(textRun("l")), right: scriptedAgent(textRun("r")) },
    });
    const heard: string[] = [];
    function Both() {
      useAgentEvent("TEXT_MESSAGE_CONTENT", ({ delta }) => heard.push(`near ${delta}`));
      useAgentEvent("TEXT_MESSAGE_CONTENT", ({ delta }) => heard.push(`far ${delta}`), {
        agentId: "right",
      });
      return null;
    }
    render(
      <StrictMode>
        <AgentProvider client={client}>
          <Both />
        </AgentProvider>
      </StrictMode>,
    );
    await act(() => client.thread({ agentId: "left" }).send("Hi"));
    await act(() => client.thread({ agentId: "right" }).send("Hi"));
    expect(heard).toEqual(["near l", "far r"]);
  });
});

const tick = (value: number): EventInput => ({ type: "CUSTOM", name: "tick", value });
const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** A thread of an agent that is led by hand, and what a hook hears of its CUSTOM events. */
function ticking() {
  const agent = manualAgent();
  const thread = createThread({ agent, threadId: "t1" });
  const heard: unknown[] = [];
  const wrapper = withThread(thread);
  const use = () => useAgentEvent("CUSTOM", ({ value }) => heard.push(value));
  renderHook(use, { wrapper });
  /** A stream with these events, which breaks off or ends. */
  const stream = async (events: readonly EventInput[], how: "end" | "break" = "end") => {
    const ended = thread.retry();
    await agent.started();
    for (const event of events) await agent.emit(event);
    await (how === "end" ? agent.finish() : agent.fail(new Error("offline")));
    await ended;
  };
  return {
    agent,
    thread,
    heard,
    stream: (...of: Parameters<typeof stream>) => act(() => stream(...of)),
  };
}

describe("a server whose runs all have one id", () => {
  test("is heard in every run, and without delay once it is known", async () => {
    const { agent, thread, heard, stream } = ticking();
    await stream([started, tick(1), finished]);
    await stream([started, tick(2), finished]);
    expect(heard).toEqual([1, 2]);
    act(() => void thread.run());
    await emit(agent, started, tick(3));
    expect(heard).toEqual([1, 2, 3]);
    act(() => thread.stop());
  });

  test("is heard from when it begins a message that was not there before", async () => {
    const { agent, thread, heard, stream } = ticking();
    const message = (messageId: string): EventInput => ({ type: "TEXT_MESSAGE_START", messageId });
    await stream([started, message("m1"), tick(1), finished]);
    act(() => void thread.run());
    await emit(agent, started, tick(2));
    expect(heard).toEqual([1]);
    await emit(agent, message("m2"), tick(3));
    expect(heard).toEqual([1, 2, 3]);
    act(() => thread.stop());
  });

  test("is heard after a run that broke off, as far as it says something else", async () => {
    const { heard, stream } = ticking();
    await stream([started, tick(1)], "break");
    await stream([started, tick(2), finished]);
    await stream([started, tick(3), finished]);
    expect(heard).toEqual([1, 2, 3]);
  });
});

describe("a run that broke off and is told again", () => {
  const text: EventInput[] = [
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
  ];
  const rest: EventInput[] = [
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
  ];

  test.each<[string, EventInput[], EventInput[]]>([
    ["without any messages", [], []],
    ["in the middle of a message", text, rest],
  ])("%s is heard from where it broke off", async (_, before, after) => {
    const { thread, heard, stream } = ticking();
    await stream([started, tick(1), ...before], "break");
    // What the page files itself is no part of what was told.
    await act(() => thread.annotate("note", { text: "mine" }));
    await stream([started, tick(1), ...before, tick(2)], "break");
    await stream([started, tick(1)], "break");
    await stream([started, tick(1), ...before, tick(2), ...after, tick(3), finished]);
    expect(heard.filter((value) => typeof value === "number")).toEqual([1, 2, 3]);
    expect(heard).toHaveLength(4);
  });

  test("and is followed by another, is heard as far as it is new", async () => {
    const { heard, stream } = ticking();
    await stream([started, tick(1)], "break");
    await stream([started, tick(1), ...run("r2", tick(2))]);
    expect(heard).toEqual([1, 2]);
  });
});

describe("a run that is told again with what it has written", () => {
  const told = run("r1", { type: "TEXT_MESSAGE_START", messageId: "m1" }, tick(1));

  test("is not heard, and what is new in it is", async () => {
    const { heard, stream } = ticking();
    await stream(told);
    await stream(told);
    await stream([
      ...told.slice(0, -1),
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" },
      tick(2),
      finished,
    ]);
    expect(heard).toEqual([1, 2]);
  });

  test("is not heard by what is mounted meanwhile, but what the page files then is", async () => {
    const { agent, thread, stream } = ticking();
    await stream(told);
    const ended = thread.run();
    await act(() => agent.emit(...told.slice(0, 2)));
    const heard: unknown[] = [];
    const use = () => useAgentEvent("CUSTOM", ({ name }) => heard.push(name));
    renderHook(use, { wrapper: withThread(thread) });
    await act(async () => {
      await agent.emit(...told.slice(2));
      await agent.finish();
      await ended;
    });
    expect(thread.getSnapshot().tracking.isReplay).toBe(true);
    expect(heard).toEqual([]);
    renderHook(use, { wrapper: withThread(thread) });
    await act(() => thread.annotate("note", { text: "after" }));
    expect(heard).toEqual(["ag-ui:meta", "ag-ui:meta"]);
  });
});

describe("useRawEvent", () => {
  test("tells of RAW events, with what they hold and where it is from", async () => {
    const heard: unknown[] = [];
    const { next } = listen(
      () => useRawEvent(({ event, source }) => heard.push([event, source])),
      run("r1", raw({ n: 1 }, "langgraph"), { type: "CUSTOM", name: "a", value: 1 }, raw("text")),
    );
    await next();
    expect(heard).toEqual([
      [{ n: 1 }, "langgraph"],
      ["text", undefined],
    ]);
  });
});
