import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import type { UseSuggestionsOptions } from "../../../src/hooks/suggestions/suggestionOptions.ts";
import { useSuggestions } from "../../../src/hooks/suggestions/useSuggestions.ts";
import { useTyping } from "../../../src/hooks/thread/useTyping.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import type { Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import type { RequestOptions } from "../../../src/store/thread/threadOptions.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { runError, runStarted, textRun } from "../../../src/testing/steps.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { endRun, expectErrors, startRun } from "../toolChat.tsx";
import { withThread } from "../wrap.tsx";

function renderSuggestions(thread: Thread, options: UseSuggestionsOptions = { generate: {} }) {
  const view = renderHook(
    (current: UseSuggestionsOptions) => ({ ...useSuggestions(current), ...useTyping() }),
    { wrapper: withThread(thread), initialProps: options },
  );
  return { ...view, now: () => view.result.current };
}

/** An agent that answers, and is asked for suggestions by hand. */
function asked(messages: readonly Message[] = [], requests: RequestOptions = {}) {
  const side = manualAgent();
  const main = scriptedAgent(textRun("Answer"));
  // The conversation itself is on the thread `main`; whatever else there is, is on the side.
  const agent: Agent = {
    run: (input, options) => (input.threadId === "main" ? main : side).run(input, options),
  };
  const thread = createThread({
    ...requests,
    agent,
    threadId: "main",
    initialMessages: messages,
  });
  const send = (text = "Question") => act(() => thread.send(text));
  const answer = async (text: string) => {
    await startRun(side);
    await act(() => side.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "s", delta: text }));
    await endRun(side);
  };
  return { side, main, thread, send, answer };
}

describe("static suggestions", () => {
  const fixed = ["Shorter", { label: "Explain", message: "Explain that" }];

  test.each([
    ["before", fixed, []],
    ["after", [], fixed],
    ["always", fixed, fixed],
    [undefined, fixed, fixed],
  ] as const)("are offered when they are to be: %s", async (when, before, after) => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const { now } = renderSuggestions(thread, { static: fixed, when });
    expect(now().suggestions).toEqual(before);
    await act(() => thread.send("Hello"));
    expect(now().suggestions).toEqual(after);
  });

  test("step back while a run goes on, and keep their identity", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const { now } = renderSuggestions(thread, { static: fixed });
    expect(now().suggestions).toBe(fixed);
    await act(async () => void thread.send("Hello"));
    expect(now().suggestions).toEqual([]);
    await startRun(agent);
    await endRun(agent);
    expect(now().suggestions).toBe(fixed);
  });

  test("can be cleared until the next run has ended, or they are wanted again", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const { now } = renderSuggestions(thread, { static: fixed });
    act(() => now().clear());
    expect(now().suggestions).toEqual([]);
    act(() => now().refresh());
    expect(now().suggestions).toEqual(fixed);
    act(() => now().clear());
    await act(() => thread.send("Hello"));
    expect(now().suggestions).toEqual(fixed);
  });
});

describe("suggestions of the agent", () => {
  test("are asked for after a run, on a thread of their own, which leaves no trace", async () => {
    const { side, thread, send, answer } = asked();
    const { now } = renderSuggestions(thread);
    expect(now()).toMatchObject({ suggestions: [], isLoading: false });
    await send();
    expect(now()).toMatchObject({ suggestions: [], isLoading: true });
    await answer('["One", "Two"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One", "Two"]));
    expect(now().isLoading).toBe(false);
    expect(side.inputs).toHaveLength(1);
    expect(side.inputs[0]?.threadId).not.toBe("main");
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual([
      "Question",
      "Answer",
    ]);
  });

  test("cost little: the text of the last turns, and nothing else", async () => {
    const before: Message[] = [
      { id: "1", role: "user", content: "Long ago" },
      { id: "2", role: "assistant", content: "Indeed" },
      { id: "3", role: "user", content: [{ type: "text", text: "Weather?" }] },
      { id: "4", role: "reasoning", content: "Hm" },
      {
        id: "5",
        role: "assistant",
        toolCalls: [{ id: "c", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { id: "6", role: "tool", toolCallId: "c", content: "sunny" },
      { id: "7", role: "assistant", content: "Sub says so", subagentRunId: "s" },
      { id: "8", role: "assistant", content: "Sunny" },
    ];
    const { side, thread, send } = asked(before);
    thread.registerTool({ name: "look", description: "Looks", handler: () => "sunny" });
    thread.addContext({ description: "Where", value: "Lisbon" });
    thread.setState({ secret: 1 });
    renderSuggestions(thread);
    await send();
    const { messages, tools, context, state } = await act(() => side.started());
    expect(messages.slice(0, -1).map(({ role, content }) => [role, content])).toEqual([
      ["user", "Weather?"],
      ["assistant", "Sunny"],
      ["user", "Question"],
      ["assistant", "Answer"],
    ]);
    expect(messages.at(-1)).toMatchObject({ role: "user", content: expect.stringContaining("3") });
    expect(messages.some((message) => "toolCalls" in message)).toBe(false);
    expect({ tools, context, state }).toEqual({ tools: [], context: [], state: {} });
  });

  test("are asked for with what the requests of the conversation are made with", async () => {
    let tokens = 0;
    const { side, thread, send } = asked([], {
      forwardedProps: async () => ({ token: ++tokens }),
      prepareInput: (input) => ({ ...input, context: [{ description: "Who", value: "acme" }] }),
    });
    renderSuggestions(thread);
    await send();
    const { forwardedProps, context } = await act(() => side.started());
    expect(forwardedProps).toEqual({ token: 2 });
    expect(context).toEqual([{ description: "Who", value: "acme" }]);
  });

  test("can be asked for in other words, with fewer turns, and for less", async () => {
    const { side, thread, send, answer } = asked();
    const generate = { turns: 1, max: 1, instruction: "What now?", forwardedProps: { model: "s" } };
    const { now } = renderSuggestions(thread, { generate });
    await send("Old");
    await answer("[]");
    await send("New");
    const input = await act(() => side.started());
    expect(input.messages.map(({ content }) => content)).toEqual(["New", "Answer", "What now?"]);
    expect(input.forwardedProps).toEqual({ model: "s" });
    await answer('["One", "Two"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
  });

  test("can come from another agent of the client", async () => {
    const small = scriptedAgent(textRun('["One"]'));
    const large = scriptedAgent(textRun("Answer"));
    const client = createAgentClient({ agents: { large, small } });
    const { result } = renderHook(() => useSuggestions({ generate: { agentId: "small" } }), {
      wrapper: ({ children }) => <AgentProvider client={client}>{children}</AgentProvider>,
    });
    await act(() => client.thread().send("Hi"));
    await waitFor(() => expect(result.current.suggestions).toEqual(["One"]));
    expect(large.inputs).toHaveLength(1);
    expect(small.inputs).toHaveLength(1);
  });

  test("an agent that is not there is a mistake, and said at once", () => {
    expectErrors();
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    expect(() => renderSuggestions(thread, { generate: { agentId: "small" } })).toThrow(
      /there is no <AgentProvider>/,
    );
  });

  test.each<[when: string, act: (made: Parts) => unknown]>([
    ["the person types", ({ now }) => now().reportTyping("H")],
    ["the person sends", ({ thread }) => void thread.send("Next")],
    ["they are cleared", ({ now }) => now().clear()],
    ["they are asked for again", ({ now }) => now().refresh()],
    ["nobody shows them any more", ({ unmount }) => unmount()],
  ])("are given up when %s", async (_when, interfere) => {
    const { side, thread, send } = asked();
    const view = renderSuggestions(thread);
    await send();
    await act(() => side.started());
    const { signal } = side;
    expect(signal?.aborted).toBe(false);
    await act(async () => interfere({ ...view, thread }));
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  test("are not asked for while the person types, nor for that again when they stop", async () => {
    const { side, thread, send } = asked();
    const { now } = renderSuggestions(thread);
    act(() => now().reportTyping("Mean"));
    expect(now().isTyping).toBe(true);
    await send();
    act(() => now().reportTyping(""));
    expect(now()).toMatchObject({ isTyping: false, isLoading: false });
    expect(side.inputs).toHaveLength(0);
  });

  test("are not asked for after a run that failed, was stopped, or has asked something", async () => {
    const agent = scriptedAgent(
      [runStarted(), runError("No")],
      callRun(call("ask")),
      textRun("Late"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "ask" });
    const { now } = renderSuggestions(thread);
    await act(() => thread.send("1"));
    expect(now().isLoading).toBe(false);
    await act(() => thread.send("2"));
    expect(thread.getSnapshot().run.status).toBe("waiting");
    expect(now().isLoading).toBe(false);
    expect(agent.inputs).toHaveLength(2);
  });

  test("are asked for once, when the agent has gone on with what the page did", async () => {
    const { side, thread, answer, send } = asked();
    const agent = scriptedAgent(callRun(call("look")), textRun("Seen"), textRun('["One"]'));
    const own = createThread({ agent });
    own.registerTool({ name: "look", handler: () => "a tree" });
    const { now } = renderSuggestions(own);
    await act(() => own.send("Look"));
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
    expect(agent.inputs).toHaveLength(3);
    // The other one, to see that it is not asked for what happens here.
    renderSuggestions(thread);
    expect(side.inputs).toHaveLength(0);
    await send();
    await answer("[]");
    expect(side.inputs).toHaveLength(1);
  });

  test.each(["I am sorry, I cannot help with that.", "", "[1, 2", "{}"])(
    "are none when the agent says %j",
    async (text) => {
      const { thread, send, answer } = asked();
      const { now } = renderSuggestions(thread);
      await send();
      await answer(text);
      await waitFor(() => expect(now().isLoading).toBe(false));
      expect(now().suggestions).toEqual([]);
    },
  );

  test("are none when the agent fails, and nothing else happens", async () => {
    const { side, thread, send } = asked();
    const { now } = renderSuggestions(thread);
    await send();
    await act(() => side.fail(new TypeError("Failed to fetch")));
    await waitFor(() => expect(now().isLoading).toBe(false));
    expect(now().suggestions).toEqual([]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });

  test("are gone with the next run, and others come after it", async () => {
    const { thread, send, answer } = asked();
    const { now } = renderSuggestions(thread);
    await send();
    await answer('["One"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
    await send("Next");
    expect(now().suggestions).toEqual([]);
    await answer('["Two"]');
    await waitFor(() => expect(now().suggestions).toEqual(["Two"]));
  });

  test("of a conversation that was loaded are asked for when they are wanted", async () => {
    const { side, thread, answer } = asked([
      { id: "1", role: "user", content: "Hi" },
      { id: "2", role: "assistant", content: "Hello" },
    ]);
    const { now } = renderSuggestions(thread, { generate: {}, static: ["Begin"] });
    expect(now()).toMatchObject({ suggestions: [], isLoading: false });
    expect(side.inputs).toHaveLength(0);
    act(() => now().refresh());
    await answer('["One"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
  });
});

describe("several components that want suggestions of one conversation", () => {
  const twice = (thread: Thread, first: UseSuggestionsOptions, second: UseSuggestionsOptions) =>
    renderHook(() => [useSuggestions(first), useSuggestions(second)] as const, {
      wrapper: withThread(thread),
    });

  test("ask once when they want the same", async () => {
    const { side, thread, send, answer } = asked();
    const { result } = twice(
      thread,
      { generate: { max: 2, turns: 1 } },
      { generate: { turns: 1, max: 2 } },
    );
    await send();
    await answer('["One"]');
    await waitFor(() => expect(result.current[1].suggestions).toEqual(["One"]));
    expect(result.current[0].suggestions).toEqual(["One"]);
    expect(side.inputs).toHaveLength(1);
  });

  test("ask each for itself when they want something else", async () => {
    const { side, thread, send } = asked();
    twice(thread, { generate: { max: 2 } }, { generate: { max: 3 } });
    await send();
    await waitFor(() => expect(side.inputs).toHaveLength(2));
  });

  test("wait on when one of them does not want them any more", async () => {
    const { side, thread, send } = asked();
    const { result } = twice(thread, { generate: {} }, { generate: {} });
    await send();
    await act(() => side.started());
    act(() => result.current[0].clear());
    expect(side.signal?.aborted).toBe(false);
    await act(() => side.emit({ type: "RUN_STARTED", threadId: "s", runId: "r" }));
    await act(() => side.emit({ type: "TEXT_MESSAGE_CHUNK", messageId: "s", delta: '["One"]' }));
    await endRun(side);
    await waitFor(() => expect(result.current[1].suggestions).toEqual(["One"]));
    expect(result.current[0].suggestions).toEqual([]);
  });

  test("give them up when the last of them does", async () => {
    const { side, thread, send } = asked();
    const { unmount } = twice(thread, { generate: {} }, { generate: {} });
    await send();
    await act(() => side.started());
    const { signal } = side;
    unmount();
    expect(signal?.aborted).toBe(true);
  });
});

test("whoever stops writing does not speak for another field of the conversation", () => {
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  const wrapper = withThread(thread);
  const first = renderHook(() => useTyping(), { wrapper });
  const second = renderHook(() => useTyping(), { wrapper });
  act(() => first.result.current.reportTyping("H"));
  act(() => second.result.current.reportTyping("W"));
  act(() => second.result.current.reportTyping(""));
  expect(first.result.current.isTyping).toBe(true);
  act(() => second.result.current.reportTyping("W"));
  second.unmount();
  expect(first.result.current.isTyping).toBe(true);
  act(() => first.result.current.reportTyping(""));
  expect(first.result.current.isTyping).toBe(false);
});

interface Parts extends Pick<ReturnType<typeof renderSuggestions>, "now" | "unmount"> {
  readonly thread: Thread;
}
