import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useMessage, useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { emit, finish, withThread } from "../wrap.tsx";

function content(delta: string) {
  return { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta } as const;
}

async function startStreaming() {
  const agent = manualAgent();
  const thread = createThread({
    agent,
    initialMessages: [{ id: "m1", role: "assistant", content: "Settled" }],
  });
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
    content("Hel"),
  );
  return { agent, thread };
}

test("useMessages returns all messages and updates while text streams", async () => {
  const { agent, thread } = await startStreaming();
  const { result } = renderHook(() => useMessages(), { wrapper: withThread(thread) });
  await emit(agent, content("lo"));
  expect(result.current.map((message) => message.content)).toEqual(["Settled", "Hello"]);
  await finish(agent);
});

test("useMessage returns its message, and re-renders for no other", async () => {
  const { agent, thread } = await startStreaming();
  const counts = { m1: 0, m2: 0 };
  const read = (id: "m1" | "m2") =>
    renderHook(
      () => {
        counts[id]++;
        return useMessage(id);
      },
      { wrapper: withThread(thread) },
    ).result;
  const settled = read("m1");
  const growing = read("m2");
  const before = { ...counts };
  await emit(agent, content("lo"));
  expect(growing.current?.content).toBe("Hello");
  expect(counts.m2).toBeGreaterThan(before.m2);
  expect(counts.m1).toBe(before.m1);
  expect(settled.current?.content).toBe("Settled");
  await finish(agent);
});

test("useMessage returns undefined for an unknown id", () => {
  const thread = createThread({ agent: manualAgent() });
  const { result } = renderHook(() => useMessage("constructor"), { wrapper: withThread(thread) });
  expect(result.current).toBeUndefined();
  act(() => thread.setMessages([{ id: "constructor", role: "user", content: "Hi" }]));
  expect(result.current?.content).toBe("Hi");
});
