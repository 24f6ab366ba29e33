import { act, render, renderHook } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import {
  ThreadProvider,
  type ThreadProviderProps,
} from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const agent = scriptedAgent(textRun("Hi"));

function threadIn(props: ThreadProviderProps) {
  return renderHook(() => ({ thread: useThread(), messages: useMessages() }), {
    wrapper: ({ children }) => (
      <AgentProvider agents={{ one: agent, two: agent }}>
        <ThreadProvider {...props}>{children}</ThreadProvider>
      </AgentProvider>
    ),
  }).result.current;
}

test("finds or creates a thread by thread id and agent id", () => {
  const byId = renderHook(() => useThread(), {
    wrapper: ({ children }) => (
      <AgentProvider agents={{ one: agent, two: agent }}>
        <ThreadProvider threadId="t1" agentId="two">
          {children}
        </ThreadProvider>
      </AgentProvider>
    ),
  });
  const first = byId.result.current;
  expect(first.threadId).toBe("t1");
  byId.rerender();
  expect(byId.result.current).toBe(first);
});

test("passes its options to a thread it creates", () => {
  const { messages } = threadIn({
    threadId: "t1",
    initialMessages: [{ id: "m1", role: "user", content: "Hi" }],
  });
  expect(messages).toEqual([{ id: "m1", role: "user", content: "Hi" }]);
});

test("provides a thread created elsewhere, without an AgentProvider", () => {
  const thread = createThread({ agent });
  const { result } = renderHook(() => useThread(), {
    wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider>,
  });
  expect(result.current).toBe(thread);
});

test("provides another thread when the thread id changes", () => {
  let threadId = "t1";
  const { result, rerender } = renderHook(() => useThread(), {
    wrapper: ({ children }) => (
      <AgentProvider agent={agent}>
        <ThreadProvider threadId={threadId}>{children}</ThreadProvider>
      </AgentProvider>
    ),
  });
  threadId = "t2";
  rerender();
  expect(result.current.threadId).toBe("t2");
});

describe("request options", () => {
  const tenant = (name: string) => ({ forwardedProps: { tenant: name } });

  /** Renders a provider whose props can change, and records what its agent receives. */
  function renderProvider(
    first: Partial<ThreadProviderProps>,
    beside?: Partial<ThreadProviderProps>,
  ) {
    const agent = scriptedAgent(textRun("Hi"));
    let send: (() => Promise<unknown>) | undefined;
    function Probe() {
      const thread = useThread();
      send = () => thread.run();
      return null;
    }
    const view = (props: Partial<ThreadProviderProps>) => (
      <AgentProvider agent={agent} {...tenant("of all")}>
        <ThreadProvider threadId="t" {...props}>
          <Probe />
        </ThreadProvider>
        {beside && <ThreadProvider threadId="t" {...beside} />}
      </AgentProvider>
    );
    const { rerender } = render(view(first));
    return {
      sent: () => agent.inputs.map(({ forwardedProps }) => forwardedProps),
      run: () => act(async () => send?.()),
      rerender: (props: Partial<ThreadProviderProps>) => rerender(view(props)),
    };
  }

  test("apply as of the latest render", async () => {
    const { sent, run, rerender } = renderProvider(tenant("one"));
    await run();
    rerender(tenant("two"));
    await run();
    rerender({});
    await run();
    rerender({
      prepareInput: (input) => ({ ...input, forwardedProps: { prepared: input.forwardedProps } }),
    });
    await run();
    expect(sent()).toEqual([
      { tenant: "one" },
      { tenant: "two" },
      { tenant: "of all" },
      { prepared: { tenant: "of all" } },
    ]);
  });

  test("stay in effect from one provider when another provider of the thread has none", async () => {
    const { sent, run, rerender } = renderProvider(tenant("one"), {});
    rerender(tenant("two"));
    await run();
    expect(sent()).toEqual([{ tenant: "two" }]);
  });

  test("apply to a run that starts in an effect of the same render", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    function EffectRunner({ name }: { name: string }) {
      const thread = useThread();
      useEffect(() => {
        if (name === "two") void thread.run();
      }, [thread, name]);
      return null;
    }
    const view = (name: string) => (
      <AgentProvider agent={agent}>
        <ThreadProvider threadId="t" {...tenant(name)}>
          <EffectRunner name={name} />
        </ThreadProvider>
      </AgentProvider>
    );
    const { rerender } = render(view("one"));
    await act(async () => rerender(view("two")));
    expect(agent.inputs.map(({ forwardedProps }) => forwardedProps)).toEqual([{ tenant: "two" }]);
  });
});
