import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { AgentProvider } from "../../src/hooks/AgentProvider.tsx";
import { ThreadProvider, type ThreadProviderProps } from "../../src/hooks/ThreadProvider.tsx";
import { useMessages } from "../../src/hooks/useMessages.ts";
import { useThread } from "../../src/hooks/useThread.ts";
import { createThread } from "../../src/store/createThread.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { textRun } from "../../src/testing/steps.ts";

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

test("finds or makes a thread by its id and its agent", () => {
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

test("starts a thread it makes with what it is given", () => {
  const { messages } = threadIn({
    threadId: "t1",
    initialMessages: [{ id: "m1", role: "user", content: "Hi" }],
  });
  expect(messages).toEqual([{ id: "m1", role: "user", content: "Hi" }]);
});

test("takes a thread made elsewhere, with no client above it", () => {
  const thread = createThread({ agent });
  const { result } = renderHook(() => useThread(), {
    wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider>,
  });
  expect(result.current).toBe(thread);
});

test("follows another thread id", () => {
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
