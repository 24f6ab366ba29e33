import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import {
  AgentProvider,
  type AgentProviderProps,
} from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { useMessage, useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { useQueue } from "../../../src/hooks/thread/useQueue.ts";
import { useSnapshot } from "../../../src/hooks/thread/useSnapshot.ts";
import { useToolCall } from "../../../src/hooks/tools/useToolCall.ts";
import type { ThreadRequest } from "../../../src/store/client/clientTypes.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";

const interruptingAgent = scriptedAgent([
  runStarted(),
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "look", parentMessageId: "a1" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  runFinished({ outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "sure" }] } }),
]);

test("every hook accepts another agent or thread as its target", async () => {
  const agents = { main: scriptedAgent(textRun("Hi")), other: interruptingAgent };
  const { result } = renderHook(
    () => {
      const target = { agentId: "other" };
      return {
        run: useAgentRun(target),
        messages: useMessages(target),
        message: useMessage("a1", target),
        call: useToolCall("c1", target),
        interrupts: useInterrupts(target).interrupts,
        queue: useQueue(target).messages,
        count: useSnapshot(({ messages }) => messages.length, Object.is, target),
        thread: useThread(target),
        second: useThread({ agentId: "other", threadId: "second" }),
        nearest: useThread(),
        own: useMessages(),
      };
    },
    {
      wrapper: ({ children }) => <AgentProvider agents={agents}>{children}</AgentProvider>,
    },
  );
  await act(async () => void (await result.current.run.send("Look")));
  expect(result.current).toMatchObject({
    messages: [{ content: "Look" }, { id: "a1" }],
    message: { id: "a1" },
    call: { toolCall: { function: { name: "look" } } },
    interrupts: [{ interrupt: { id: "i1" } }],
    queue: [],
    count: 2,
    own: [],
  });
  expect(result.current.run.status).toBe("waiting");
  expect(result.current.thread.agentId).toBe("other");
  expect(result.current.second.threadId).toBe("second");
  expect(result.current.nearest.agentId).toBe("main");
});

test("a target inherits the fields it omits from the nearest thread", () => {
  const agents = { main: scriptedAgent([]), sales: scriptedAgent([]) };
  const { result } = renderHook(
    () => ({
      sameAgent: useThread({ agentId: "sales" }),
      otherThread: useThread({ threadId: "second" }),
      nearest: useThread(),
    }),
    {
      wrapper: ({ children }) => (
        <AgentProvider agents={agents}>
          <ThreadProvider agentId="sales" threadId="first">
            {children}
          </ThreadProvider>
        </AgentProvider>
      ),
    },
  );
  expect(result.current.sameAgent).toBe(result.current.nearest);
  expect(result.current.otherThread).toMatchObject({ agentId: "sales", threadId: "second" });
});

test("a target with an unknown agent throws `invalid-argument`", () => {
  expect(() =>
    renderHook(() => useMessages({ agentId: "ghost" }), {
      wrapper: ({ children }) => (
        <AgentProvider agents={{ main: scriptedAgent([]) }}>{children}</AgentProvider>
      ),
    }),
  ).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});

describe("two chats side by side", () => {
  const renderChats = (props: AgentProviderProps, first: ThreadRequest, second: ThreadRequest) =>
    render(
      <AgentProvider {...props}>
        <ThreadProvider {...first}>
          <Chat label="Left" />
        </ThreadProvider>
        <ThreadProvider {...second}>
          <Chat label="Right" />
        </ThreadProvider>
      </AgentProvider>,
    );
  const user = userEvent.setup();
  const sendMessage = async (chat: string, text: string) => {
    const region = screen.getByRole("region", { name: chat });
    const box = region.querySelector("textarea");
    if (!box) throw new Error("There is no composer.");
    await user.type(box, `${text}{Enter}`);
  };
  const left = () => screen.getByRole("region", { name: "Left" });
  const right = () => screen.getByRole("region", { name: "Right" });

  test("share nothing with two agents", async () => {
    const agents = { a: scriptedAgent(textRun("From a")), b: scriptedAgent(textRun("From b")) };
    renderChats({ agents }, { agentId: "a" }, { agentId: "b" });
    await sendMessage("Left", "Hello a");
    await waitFor(() => expect(left()).toHaveTextContent("From a"));
    expect(right()).not.toHaveTextContent("Hello a");
    await sendMessage("Right", "Hello b");
    await waitFor(() => expect(right()).toHaveTextContent("From b"));
    expect(left()).not.toHaveTextContent("Hello b");
    expect(agents.a.inputs).toHaveLength(1);
    expect(agents.b.inputs[0]?.messages).toMatchObject([{ content: "Hello b" }]);
    expect(agents.a.inputs[0]?.threadId).not.toBe(agents.b.inputs[0]?.threadId);
  });

  test("have separate messages, state and runs with one agent", async () => {
    const agent = manualAgent();
    renderChats({ agent }, { threadId: "left" }, { threadId: "right" });
    await sendMessage("Left", "One");
    expect(await agent.started()).toMatchObject({
      threadId: "left",
      messages: [{ content: "One" }],
    });
    await act(() => agent.emit({ type: "RUN_STARTED", threadId: "left", runId: "r" }));
    // The other chat is idle.
    expect(right()).not.toHaveTextContent("One");
    expect(agent.signal?.aborted).toBe(false);
    await act(() =>
      agent.emit(
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Left answer" },
        { type: "STATE_SNAPSHOT", snapshot: { side: "left" } },
        { type: "RUN_FINISHED", threadId: "left", runId: "r" },
      ),
    );
    await act(() => agent.finish());
    await waitFor(() => expect(left()).toHaveTextContent("Left answer"));
    await sendMessage("Right", "Two");
    await waitFor(() => expect(agent.inputs).toHaveLength(2));
    expect(agent.inputs[1]).toMatchObject({
      threadId: "right",
      messages: [{ content: "Two" }],
      state: {},
    });
    await act(() => agent.finish());
  });
});
