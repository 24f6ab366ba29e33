import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useToolCall } from "../../../src/hooks/tools/useToolCall.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { runFinished, runStarted } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { emit, finish, withThread } from "../wrap.tsx";

const started = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "weather" } as const;
const argument = (delta: string) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta }) as const;
const ended = { type: "TOOL_CALL_END", toolCallId: "c1" } as const;
const answered = {
  type: "TOOL_CALL_RESULT",
  messageId: "r1",
  toolCallId: "c1",
  content: "sunny",
} as const;

test("useToolCall returns a call from its first argument to its result", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
  expect(result.current).toBeUndefined();

  act(() => void thread.run());
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId }, started, argument('{"city":'));
  expect(result.current).toMatchObject({
    status: "streaming",
    toolCall: { function: { name: "weather", arguments: '{"city":' } },
    result: undefined,
  });

  await emit(agent, argument('"Rome"}'), ended);
  expect(result.current?.status).toBe("running");
  expect(result.current?.toolCall.function.arguments).toBe('{"city":"Rome"}');

  await emit(agent, answered);
  expect(result.current).toMatchObject({
    status: "complete",
    info: { resultMessageId: "r1" },
    result: { content: "sunny" },
  });
  await finish(agent);
});

test("useToolCall returns the same object until the call changes", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  void thread.run();
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, started, ended, answered);
  let renders = 0;
  const { result } = renderHook(
    () => {
      renders++;
      return useToolCall("c1");
    },
    { wrapper: withThread(thread) },
  );
  const [before, rendersBefore] = [result.current, renders];
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" });
  await emit(agent, { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "It is sunny" });
  expect(result.current).toBe(before);
  expect(renders).toBe(rendersBefore);
  await finish(agent);
});

test("a call fails when its run ends without a result", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
  act(() => void thread.run());
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId }, started, argument("{"));
  act(() => thread.stop());
  await waitFor(() => expect(result.current?.status).toBe("failed"));
});

test("a call is waiting while an interrupt refers to it", async () => {
  const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1" };
  const thread = createThread({
    agent: scriptedAgent([
      runStarted(),
      [started, ended],
      runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
    ]),
  });
  const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
  await act(() => thread.run());
  expect(result.current?.status).toBe("waiting");
});

test("a restored call without a result is failed, not running, during a later run", async () => {
  const agent = manualAgent();
  const thread = createThread({
    agent,
    initialMessages: [
      {
        id: "m1",
        role: "assistant",
        toolCalls: [{ id: "c1", type: "function", function: { name: "weather", arguments: "{}" } }],
      },
    ],
  });
  const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
  act(() => void thread.send("Hello?"));
  await act(() => agent.started());
  expect(result.current?.status).toBe("failed");
});

test("two threads with the same message objects do not affect each other", () => {
  const toolCalls = [
    { id: "c1", type: "function" as const, function: { name: "weather", arguments: "{}" } },
  ];
  const messages = [{ id: "m1", role: "assistant" as const, toolCalls }];
  const threads = ["left", "right"].map((threadId) =>
    createThread({ agent: manualAgent(), threadId, initialMessages: messages }),
  );
  const Probe = () => <p>{useToolCall("c1")?.toolCall.function.name}</p>;
  render(
    threads.map((thread) => (
      <ThreadProvider key={thread.threadId} thread={thread}>
        <Probe />
      </ThreadProvider>
    )),
  );
  expect(screen.getAllByText("weather")).toHaveLength(2);
});

test("a call is running during the resumed run, and the answer is its result when that sends none", async () => {
  const interrupt = { id: "i1", reason: "tool_call", toolCallId: "c1" };
  const interruptRun = runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } });
  const agents = [
    scriptedAgent([runStarted(), [started, ended], interruptRun]),
    manualAgent(),
  ] as const;
  let runs = 0;
  const thread = createThread({
    agent: { run: (...args) => (runs++ === 0 ? agents[0] : agents[1]).run(...args) },
  });
  const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
  await act(() => thread.run());
  expect(result.current?.status).toBe("waiting");

  const [, second] = agents;
  const resume = [{ interruptId: "i1", status: "resolved" as const, payload: true }];
  act(() => void thread.run({ resume }));
  const { threadId, runId } = await act(() => second.started());
  await emit(second, { type: "RUN_STARTED", threadId, runId });
  expect(result.current?.status).toBe("running");
  await emit(second, { type: "RUN_FINISHED", threadId, runId });
  await finish(second);
  expect(result.current?.status).toBe("complete");
});

describe("the answer to an interrupt about a call", () => {
  const ask = (id: string, toolCallId: string) => ({ id, reason: "tool_call", toolCallId });
  const interruptRun = (...interrupts: ReturnType<typeof ask>[]) =>
    runFinished({ outcome: { type: "interrupt", interrupts } });
  const answer = (interruptId: string, approved: boolean) => ({
    interruptId,
    status: "resolved" as const,
    payload: { approved },
  });

  test("sets the status at once, while other interrupts are open", async () => {
    const other = { ...started, toolCallId: "c2" };
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        [started, ended, other, { ...ended, toolCallId: "c2" }],
        interruptRun(ask("i1", "c1"), ask("i2", "c2"), ask("i3", "c3")),
      ]),
    });
    const { result } = renderHook(() => [useToolCall("c1"), useToolCall("c2")], {
      wrapper: withThread(thread),
    });
    await act(() => thread.run());
    await act(() => thread.resume([answer("i1", false), answer("i2", true)]));
    expect(result.current.map((call) => call?.status)).toEqual(["denied", "pending"]);
  });

  test("is replaced by the answer to a later interrupt", async () => {
    const thread = createThread({
      agent: scriptedAgent(
        [runStarted(), [started, ended], interruptRun(ask("i1", "c1"))],
        [runStarted(), interruptRun(ask("i2", "c1"))],
        [runStarted(), [answered], runFinished()],
      ),
    });
    const { result } = renderHook(() => useToolCall("c1"), { wrapper: withThread(thread) });
    await act(() => thread.run());
    for (const [id, approved, status] of [
      ["i1", false, "waiting"],
      ["i2", true, "complete"],
    ] as const) {
      await act(() => thread.resume([answer(id, approved)]));
      await waitFor(() => expect(result.current?.status).toBe(status));
    }
  });
});
