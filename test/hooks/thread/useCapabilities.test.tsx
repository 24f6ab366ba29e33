import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useCapabilities, useCapability } from "../../../src/hooks/thread/useCapabilities.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { AgentCapabilities } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { withMiddleware } from "../../../src/transport/middleware/withMiddleware.ts";
import { createDeferred } from "../../support/deferred.ts";
import { withAgent, withThread } from "../wrap.tsx";

/** Creates an agent that answers in turn, and counts its queries. */
function agentAnswering(...answers: (() => Promise<AgentCapabilities>)[]) {
  const getCapabilities = vi.fn(() =>
    (answers[getCapabilities.mock.calls.length - 1] ?? failQuery)(),
  );
  const agent: Agent = { async *run() {}, getCapabilities };
  return { agent, getCapabilities };
}

const failQuery = () => Promise.reject(new Error("queried too often"));
const ada: AgentCapabilities = { identity: { name: "Ada" } };

function Name() {
  return <p>{useCapabilities()?.identity?.name ?? "unknown"}</p>;
}

describe("useCapabilities", () => {
  test("is undefined until the agent answers one query for all components", async () => {
    const gate = createDeferred<AgentCapabilities>();
    const { agent, getCapabilities } = agentAnswering(() => gate.promise);
    const wrapper = withThread(createThread({ agent }));
    const many = (
      <>
        <Name />
        <Name />
      </>
    );
    const { unmount } = render(many, { wrapper });
    expect(screen.getAllByText("unknown")).toHaveLength(2);
    await act(async () => gate.resolve(ada));
    expect(screen.getAllByText("Ada")).toHaveLength(2);
    unmount();
    render(many, { wrapper });
    // A second query would start a moment later.
    await act(async () => {});
    expect(screen.getAllByText("Ada")).toHaveLength(2);
    expect(getCapabilities).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => Promise<AgentCapabilities>]>([
    ["fails", () => Promise.reject(new Error("404"))],
    [
      "throws",
      () => {
        throw new Error("no network");
      },
    ],
    // A server may answer with anything, whatever the type promises.
    ["answers with anything else", () => Promise.resolve("<!doctype html>" as AgentCapabilities)],
  ])(
    "stays undefined for an agent that %s, and a later component queries again",
    async (_, failure) => {
      const { agent, getCapabilities } = agentAnswering(failure, async () => ada);
      const wrapper = withThread(createThread({ agent }));
      const { rerender, unmount } = render(<Name />, { wrapper });
      await act(async () => {});
      rerender(<Name />);
      expect(screen.getByText("unknown")).toBeVisible();
      expect(getCapabilities).toHaveBeenCalledTimes(1);
      unmount();
      render(<Name />, { wrapper });
      expect(await screen.findByText("Ada")).toBeVisible();
      expect(getCapabilities).toHaveBeenCalledTimes(2);
    },
  );

  test("is undefined for an agent without `getCapabilities`", async () => {
    const { result } = renderHook(() => useCapabilities(), {
      wrapper: withAgent({ async *run() {} }),
    });
    await act(async () => {});
    expect(result.current).toBeUndefined();
  });

  // An inline agent is a new object on every render.
  test.each([
    ["equal capabilities", { before: 2, after: 3 }, () => ada],
    ["changing capabilities", { before: 4, after: 7 }, (n: number) => ({ ...ada, custom: { n } })],
  ])(
    "queries an inline agent with %s a limited number of times per run, and keeps its answer",
    async (_, calls, answer) => {
      const getCapabilities = vi.fn(
        async (): Promise<AgentCapabilities> => answer(getCapabilities.mock.calls.length),
      );
      const { run } = scriptedAgent(textRun("Hi"));
      let thread: Thread | undefined;
      function Probe() {
        thread = useThread();
        return <Name />;
      }
      const App = () => (
        <AgentProvider agent={{ run, getCapabilities }}>
          <Probe />
        </AgentProvider>
      );
      const { rerender } = render(<App />);
      const renderTenTimes = async () => {
        for (let n = 0; n < 10; n++) {
          await act(async () => rerender(<App />));
          expect(screen.getByText("Ada")).toBeVisible();
        }
      };
      await renderTenTimes();
      expect(getCapabilities).toHaveBeenCalledTimes(calls.before);
      await act(async () => thread?.send("Hello"));
      await renderTenTimes();
      expect(getCapabilities).toHaveBeenCalledTimes(calls.after);
    },
  );

  test("changes to those of a replaced agent once it has answered", async () => {
    const gate = createDeferred<AgentCapabilities>();
    const bob = agentAnswering(() => gate.promise);
    const first = agentAnswering(async () => ada);
    const silentAgent: Agent = { async *run() {} };
    const view = (agent: Agent, key = "shown") => (
      <StrictMode>
        <AgentProvider agent={agent}>
          <Name key={key} />
        </AgentProvider>
      </StrictMode>
    );
    const { rerender } = render(view(first.agent));
    expect(await screen.findByText("Ada")).toBeVisible();
    rerender(view(bob.agent));
    await act(async () => {});
    expect(screen.getByText("Ada")).toBeVisible();
    await act(async () => gate.resolve({ identity: { name: "Bob" } }));
    expect(screen.getByText("Bob")).toBeVisible();
    rerender(view(bob.agent, "mounted later"));
    await act(async () => {});
    expect(screen.getByText("Bob")).toBeVisible();
    // Replaces the agent while no component listens.
    rerender(
      <StrictMode>
        <AgentProvider agent={first.agent} />
      </StrictMode>,
    );
    await act(async () => {});
    await act(async () => rerender(view(first.agent)));
    expect(screen.getByText("Ada")).toBeVisible();
    await act(async () => rerender(view(bob.agent)));
    // Earlier answers are cached.
    for (const [agent, name] of [
      [first.agent, "Ada"],
      [silentAgent, "unknown"],
      [bob.agent, "Bob"],
    ] as const) {
      await act(async () => rerender(view(agent)));
      expect(screen.getByText(name)).toBeVisible();
    }
    expect(first.getCapabilities).toHaveBeenCalledTimes(1);
    expect(bob.getCapabilities).toHaveBeenCalledTimes(1);
  });

  test("returns those of the targeted agent, through middleware too", async () => {
    const client = createAgentClient({
      agents: {
        left: agentAnswering(async () => ada).agent,
        right: withMiddleware(agentAnswering(async () => ({ identity: { name: "Bob" } })).agent),
      },
    });
    const { result } = renderHook(
      () => [useCapabilities(), useCapabilities({ agentId: "right" })].map((it) => it?.identity),
      { wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider> },
    );
    await waitFor(() => expect(result.current).toEqual([{ name: "Ada" }, { name: "Bob" }]));
  });

  test("does not query the agent during server rendering", () => {
    const { agent, getCapabilities } = agentAnswering(async () => ada);
    const html = renderToString(
      <AgentProvider agent={agent}>
        <Name />
      </AgentProvider>,
    );
    expect(html).toContain("unknown");
    expect(getCapabilities).not.toHaveBeenCalled();
  });
});

describe("useCapability", () => {
  test("distinguishes supported, unsupported and undeclared capabilities", async () => {
    const { agent } = agentAnswering(async () => ({
      multimodal: { input: { image: true, audio: false } },
    }));
    const { result } = renderHook(
      () => [
        useCapability(({ multimodal }) => multimodal?.input?.image),
        useCapability(({ multimodal }) => multimodal?.input?.audio),
        useCapability(({ multimodal }) => multimodal?.input?.video),
        useCapability(({ reasoning }) => reasoning?.supported),
      ],
      { wrapper: withThread(createThread({ agent })) },
    );
    expect(result.current).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    await waitFor(() => expect(result.current).toEqual(["yes", "no", "unknown", "unknown"]));
  });
});
