import { act, render, renderHook } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useAgentEvent, useRawEvent } from "../../../src/hooks/events/useAgentEvent.ts";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import type { Event, EventInput } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runEvents } from "../../support/runEvents.ts";
import { emit, withThread } from "../wrap.tsx";

const raw = (event: unknown, source?: string): EventInput => ({
  type: "RAW",
  event,
  ...(source && { source }),
});

/** Creates a thread with scripted runs and a hook that listens to its events. */
function listen(use: () => void, ...runs: readonly EventInput[][]) {
  const thread = createThread({ agent: scriptedAgent(...runs), threadId: "t1" });
  const view = renderHook(use, { wrapper: withThread(thread) });
  return { thread, ...view, next: () => act(() => thread.run()) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("useAgentEvent", () => {
  test("calls the listener for events of one type, in order and once in StrictMode", async () => {
    const received: string[] = [];
    const { next } = listen(
      () => useAgentEvent("CUSTOM", ({ name }) => received.push(name)),
      runEvents(
        "r1",
        ...["a", "b", "c"].map((name) => ({ type: "CUSTOM" as const, name, value: 1 })),
      ),
    );
    await next();
    expect(received).toEqual(["a", "b", "c"]);
  });

  test("accepts several types or a predicate, and passes canonical events", async () => {
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
      runEvents("r1", { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" }),
    );
    await next();
    expect(byType).toEqual(["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_END"]);
    expect(byPredicate).toMatchObject([{ type: "TEXT_MESSAGE_CONTENT", delta: "Hi" }]);
  });

  test("calls the listener outside rendering, after the thread has applied the event", async () => {
    const received: unknown[] = [];
    let isRendering = false;
    const thread = createThread({ agent: scriptedAgent(textRun("Hello", { messageId: "m1" })) });
    renderHook(
      () => {
        isRendering = true;
        useAgentEvent("TEXT_MESSAGE_END", () => {
          received.push([isRendering, thread.getSnapshot().messages.at(-1)?.content]);
        });
        isRendering = false;
      },
      { wrapper: withThread(thread) },
    );
    await act(() => thread.send("Hi"));
    expect(received).toEqual([[false, "Hello"]]);
  });

  test("uses the listener of the latest render without subscribing again", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const subscribe = vi.spyOn(thread, "subscribe");
    const received: string[] = [];
    const { rerender } = renderHook(
      ({ label }) => useAgentEvent("CUSTOM", ({ name }) => received.push(`${label} ${name}`)),
      { wrapper: withThread(thread), initialProps: { label: "first" } },
    );
    const subscriptions = subscribe.mock.calls.length;
    expect(subscriptions).toBeGreaterThan(0);
    act(() => void thread.run());
    await emit(agent, { type: "CUSTOM", name: "a", value: 1 });
    rerender({ label: "second" });
    await emit(agent, { type: "CUSTOM", name: "b", value: 1 });
    expect(received).toEqual(["first a", "second b"]);
    expect(subscribe).toHaveBeenCalledTimes(subscriptions);
    act(() => thread.stop());
  });

  test("skips a replayed run, unless `replay` is set", async () => {
    const received: string[] = [];
    const replayed: string[] = [];
    const firstRun = runEvents("r1", { type: "CUSTOM", name: "old", value: 1 });
    const { next } = listen(
      () => {
        useAgentEvent("CUSTOM", ({ name }) => received.push(name));
        useAgentEvent("CUSTOM", ({ name }) => replayed.push(name), { replay: true });
      },
      firstRun,
      [...firstRun, ...runEvents("r2", { type: "CUSTOM", name: "new", value: 1 })],
    );
    await next();
    await next();
    expect(received).toEqual(["old", "new"]);
    expect(replayed).toEqual(["old", "old", "new"]);
  });

  test("stops listening when the component unmounts", async () => {
    const listener = vi.fn();
    const { next, unmount } = listen(() => useAgentEvent("RUN_STARTED", listener), runEvents("r1"));
    unmount();
    await next();
    expect(listener).not.toHaveBeenCalled();
  });

  test("reports errors of listeners and predicates, and continues", async () => {
    const reported = vi.fn();
    vi.stubGlobal("reportError", reported);
    const received = vi.fn();
    const boom = () => {
      throw new Error("mine");
    };
    const { thread, next } = listen(() => {
      useAgentEvent("RUN_STARTED", boom);
      useAgentEvent((event) => event.type === "RUN_FINISHED" && boom(), received);
      useAgentEvent("RUN_STARTED", received);
    }, runEvents("r1"));
    await next();
    expect(thread.getSnapshot().run.outcome).toBe("success");
    expect(received).toHaveBeenCalledTimes(1);
    expect(reported.mock.calls).toEqual([[new Error("mine")], [new Error("mine")]]);
  });

  test("listens to the thread of another agent when a target names it", async () => {
    const client = createAgentClient({
      agents: { left: scriptedAgent(textRun("l")), right: scriptedAgent(textRun("r")) },
    });
    const received: string[] = [];
    function Both() {
      useAgentEvent("TEXT_MESSAGE_CONTENT", ({ delta }) => received.push(`near ${delta}`));
      useAgentEvent("TEXT_MESSAGE_CONTENT", ({ delta }) => received.push(`far ${delta}`), {
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
    expect(received).toEqual(["near l", "far r"]);
  });
});

describe("useRawEvent", () => {
  test("calls the listener with the payload and the source of RAW events", async () => {
    const received: unknown[] = [];
    const { next } = listen(
      () => useRawEvent(({ event, source }) => received.push([event, source])),
      runEvents(
        "r1",
        raw({ n: 1 }, "langgraph"),
        { type: "CUSTOM", name: "a", value: 1 },
        raw("text"),
      ),
    );
    await next();
    expect(received).toEqual([
      [{ n: 1 }, "langgraph"],
      ["text", undefined],
    ]);
  });
});
