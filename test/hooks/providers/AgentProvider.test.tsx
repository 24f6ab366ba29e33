import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useClient } from "../../../src/hooks/providers/useClient.ts";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { AgentClient } from "../../../src/store/client/clientTypes.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { Probe } from "./probe.tsx";

describe("with an agent", () => {
  test("creates one client with one default thread across renders", () => {
    const seen = new Set<unknown>();
    const probe = () => {
      const found: { client?: AgentClient; thread?: Thread } = {};
      return {
        found,
        view: (
          <StrictMode>
            <AgentProvider agent={scriptedAgent(textRun("Hi"))}>
              <Probe found={found} />
            </AgentProvider>
          </StrictMode>
        ),
      };
    };
    const first = probe();
    const { rerender } = render(first.view);
    const second = probe();
    rerender(second.view);
    for (const { found } of [first, second]) seen.add(found.client).add(found.thread);
    expect(seen.size).toBe(2);
    expect(first.found.client?.agentIds).toEqual(["default"]);
  });

  test("keeps the conversation and runs the agent of the latest render", async () => {
    const before = scriptedAgent(textRun("from before"));
    const after = scriptedAgent(textRun("from after"));
    const found: { thread?: Thread } = {};
    const view = (agent: Agent) => (
      <AgentProvider agent={agent}>
        <Probe found={found} />
      </AgentProvider>
    );
    const { rerender } = render(view(before));
    await act(() => found.thread?.send("one"));
    rerender(view(after));
    await act(() => found.thread?.send("two"));

    expect(screen.getByText("4 messages")).toBeInTheDocument();
    expect(before.inputs).toHaveLength(1);
    expect(after.inputs[0]?.messages).toHaveLength(3);
  });

  test("exposes only the optional members of the current agent", async () => {
    let agent: Agent = scriptedAgent(textRun("Hi"));
    const { result, rerender } = renderHook(() => useClient().getAgent(), {
      wrapper: ({ children }) => <AgentProvider agent={agent}>{children}</AgentProvider>,
    });
    expect(result.current.getCapabilities).toBeUndefined();

    agent = { ...agent, getCapabilities: async () => ({ identity: { name: "Ada" } }) };
    rerender();
    await expect(result.current.getCapabilities?.()).resolves.toEqual({
      identity: { name: "Ada" },
    });
  });

  test("cancels a run with the agent that started it", async () => {
    const startedAgent = manualAgent();
    const cancels: string[] = [];
    const withCancel = (name: string, agent: Agent): Agent => ({
      run: agent.run,
      cancel: async ({ threadId }) => void cancels.push(`${name} ${threadId}`),
    });
    const agentWithoutCancel: Agent = scriptedAgent(textRun("Hi"));
    const before = withCancel("before", startedAgent);
    let agent = before;
    const { result, rerender } = renderHook(() => useClient(), {
      wrapper: ({ children }) => <AgentProvider agent={agent}>{children}</AgentProvider>,
    });
    const client = result.current;
    for (const [threadId, next] of [
      ["one", withCancel("after", agentWithoutCancel)],
      ["two", agentWithoutCancel],
    ] as const) {
      const thread = client.thread({ threadId });
      const ended = thread.send("Hi");
      await startedAgent.started();
      await startedAgent.emit({ type: "RUN_STARTED", threadId, runId: "r1" });
      agent = next;
      rerender();
      thread.stop();
      await ended;
      agent = before;
      rerender();
    }
    expect(cancels).toEqual(["before one", "before two"]);
  });

  test("accepts an agent that is a class instance with private fields", async () => {
    class Greeter implements Agent {
      readonly #inner = scriptedAgent(textRun("Hello"));
      run(...args: Parameters<Agent["run"]>) {
        return this.#inner.run(...args);
      }
    }
    const { result } = renderHook(() => useThread(), {
      wrapper: ({ children }) => <AgentProvider agent={new Greeter()}>{children}</AgentProvider>,
    });
    expect(await act(() => result.current.send("Hi"))).toMatchObject({ outcome: "success" });
  });

  test("stops its run on unmount", async () => {
    const agent = manualAgent();
    const { result, unmount } = renderHook(() => useThread(), {
      wrapper: ({ children }) => (
        <StrictMode>
          <AgentProvider agent={agent}>{children}</AgentProvider>
        </StrictMode>
      ),
    });
    const thread = result.current;
    act(() => void thread.send("Hi"));
    await act(() => agent.started());
    expect(agent.signal?.aborted).toBe(false);

    unmount();
    await waitFor(() => expect(agent.signal?.aborted).toBe(true));
    await waitFor(() => expect(thread.getSnapshot().run.outcome).toBe("cancelled"));
  });
});

describe("with agents", () => {
  test("creates a default thread per agent; the first agent is the default", async () => {
    const agents = { left: scriptedAgent(textRun("L")), right: scriptedAgent(textRun("R")) };
    const { result } = renderHook(() => useClient(), {
      wrapper: ({ children }) => <AgentProvider agents={agents}>{children}</AgentProvider>,
    });
    const client = result.current;
    expect(client.agentIds).toEqual(["left", "right"]);
    expect(client.thread()).toBe(client.thread({ agentId: "left" }));
    await client.thread({ agentId: "right" }).send("Hi");
    expect(agents.right.inputs).toHaveLength(1);
    expect(agents.left.inputs).toHaveLength(0);
  });

  test("creates another client when the names change", () => {
    const agent = scriptedAgent(textRun("Hi"));
    const found: { client?: AgentClient } = {};
    const view = (agents: Record<string, Agent>) => (
      <AgentProvider agents={agents}>
        <Probe found={found} />
      </AgentProvider>
    );
    const { rerender } = render(view({ a: agent }));
    const first = found.client;
    rerender(view({ a: agent, b: agent }));
    expect(found.client).not.toBe(first);
    expect(found.client?.agentIds).toEqual(["a", "b"]);
  });
});

test("an inner AgentProvider hides the thread of an outer ThreadProvider", () => {
  const inner: { client?: AgentClient; thread?: Thread } = {};
  const outer: { thread?: Thread } = {};
  const agent = scriptedAgent(textRun("Hi"));
  render(
    <AgentProvider agent={agent}>
      <ThreadProvider threadId="outer">
        <Probe found={outer} />
        <AgentProvider agent={agent}>
          <Probe found={inner} />
        </AgentProvider>
      </ThreadProvider>
    </AgentProvider>,
  );
  expect(outer.thread?.threadId).toBe("outer");
  expect(inner.client?.threads()).toEqual([inner.thread]);
  expect(inner.thread?.threadId).toMatch(/^[\da-f-]{36}$/);
});
