import { act, render, renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { useAgentEvent } from "../../src/hooks/useAgentEvent.ts";
import { useRawEvent } from "../../src/hooks/useRawEvent.ts";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { createAgentClient } from "../../src/store/createAgentClient.ts";
import { createThread } from "../../src/store/createThread.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";
import { emit, withThread } from "./wrap.tsx";

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
