import { act, render, renderHook, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useAgentContext } from "../../../src/hooks/sharedState/useAgentContext.ts";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callingAgent, RoomApp } from "../roomApp.tsx";
import { withAgent, withThread } from "../wrap.tsx";

test("sends the latest value with every run, until the component unmounts", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent });
  const { rerender, unmount } = renderHook(
    ({ value }) => useAgentContext({ description: "page", value }),
    { wrapper: withThread(thread), initialProps: { value: "/a" as unknown } },
  );
  await act(() => thread.run());
  rerender({ value: { path: "/b" } });
  await act(() => thread.run());
  unmount();
  await act(() => thread.run());
  expect(agent.inputs.map(({ context }) => context)).toEqual([
    [{ description: "page", value: "/a" }],
    [{ description: "page", value: '{"path":"/b"}' }],
    [],
  ]);
});

test("sends an entry with an `agentId` to that agent only", async () => {
  const agents = { a: scriptedAgent(textRun("Hi")), b: scriptedAgent(textRun("Hi")) };
  function Page() {
    useAgentContext({ description: "for b", value: "x", agentId: "b" });
    const a = useAgentRun({ agentId: "a" });
    const b = useAgentRun({ agentId: "b" });
    return (
      <button
        type="button"
        onClick={() => {
          void a.run();
          void b.run();
        }}
      >
        run
      </button>
    );
  }
  render(
    <AgentProvider agents={agents}>
      <Page />
    </AgentProvider>,
  );
  act(() => screen.getByRole("button").click());
  await vi.waitFor(() => expect(agents.b.inputs).toHaveLength(1));
  expect(agents.a.inputs[0]?.context).toEqual([]);
  expect(agents.b.inputs[0]?.context).toEqual([{ description: "for b", value: "x" }]);
});

test("sends an entry below a ThreadProvider for that thread only", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  const run: Record<string, () => Promise<unknown>> = {};
  function Side({ name }: { readonly name: string }) {
    useAgentContext({ description: "side", value: name });
    run[name] = useAgentRun().run;
    return null;
  }
  render(
    <AgentProvider agent={agent}>
      {["left", "right"].map((name) => (
        <ThreadProvider key={name} threadId={name}>
          <Side name={name} />
        </ThreadProvider>
      ))}
    </AgentProvider>,
  );
  await act(async () => void (await run.left?.()));
  await act(async () => void (await run.right?.()));
  expect(agent.inputs.map(({ context }) => context.map(({ value }) => value))).toEqual([
    ["left"],
    ["right"],
  ]);
});

test("sends a change by a tool with the follow-up run", async () => {
  const agent = callingAgent("go");
  render(<RoomApp />, { wrapper: withAgent(agent) });
  await act(async () => screen.getByRole("button", { name: "send" }).click());
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual(["hall", "kitchen"]);
});

test("sends a change by the user's answer with the follow-up run", async () => {
  const agent = callingAgent("ask");
  render(<RoomApp />, { wrapper: withAgent(agent) });
  await act(async () => screen.getByRole("button", { name: "send" }).click());
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "answer" })).toBeEnabled());
  await act(async () => screen.getByRole("button", { name: "answer" }).click());
  await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
  expect(agent.inputs.map(({ context }) => context[0]?.value)).toEqual(["hall", "kitchen"]);
});
