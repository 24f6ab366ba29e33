import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { AgentProvider } from "../../../src/hooks/providers/AgentProvider.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import { useSuggestions } from "../../../src/hooks/suggestions/useSuggestions.ts";
import type { Message } from "../../../src/protocol/events.ts";
import { createAgentClient } from "../../../src/store/client/createAgentClient.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import { runError, runStarted, textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { call, callRun } from "../../store/tools/calls.ts";
import { expectErrors } from "../toolChat.tsx";
import { createConversation, renderSuggestions } from "./suggestionChat.tsx";

interface AbortContext extends Pick<ReturnType<typeof renderSuggestions>, "now" | "unmount"> {
  readonly thread: Thread;
}

describe("generated suggestions", () => {
  test("are requested after a run, on a separate thread that leaves no trace", async () => {
    const { suggestionAgent, thread, send, answer } = createConversation();
    const { now } = renderSuggestions(thread);
    expect(now()).toMatchObject({ suggestions: [], isLoading: false });
    await send();
    expect(now()).toMatchObject({ suggestions: [], isLoading: true });
    await answer('["One", "Two"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One", "Two"]));
    expect(now().isLoading).toBe(false);
    expect(suggestionAgent.inputs).toHaveLength(1);
    expect(suggestionAgent.inputs[0]?.threadId).not.toBe("main");
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual([
      "Question",
      "Answer",
    ]);
  });

  test("send only the text of the last turns", async () => {
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
      { id: "7", role: "assistant", content: "From a sub-agent", subagentRunId: "s" },
      { id: "8", role: "assistant", content: "Sunny" },
    ];
    const { suggestionAgent, thread, send } = createConversation(before);
    thread.registerTool({ name: "look", description: "Looks", handler: () => "sunny" });
    thread.addContext({ description: "Where", value: "Lisbon" });
    thread.setState({ secret: 1 });
    renderSuggestions(thread);
    await send();
    const { messages, tools, context, state } = await act(() => suggestionAgent.started());
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

  test("use the request options of the conversation", async () => {
    let tokens = 0;
    const { suggestionAgent, thread, send } = createConversation([], {
      forwardedProps: async () => ({ token: ++tokens }),
      prepareInput: (input) => ({ ...input, context: [{ description: "Who", value: "acme" }] }),
    });
    renderSuggestions(thread);
    await send();
    const { forwardedProps, context } = await act(() => suggestionAgent.started());
    expect(forwardedProps).toEqual({ token: 2 });
    expect(context).toEqual([{ description: "Who", value: "acme" }]);
  });

  test("accept a custom instruction, number of turns and maximum", async () => {
    const { suggestionAgent, thread, send, answer } = createConversation();
    const generate = { turns: 1, max: 1, instruction: "What now?", forwardedProps: { model: "s" } };
    const { now } = renderSuggestions(thread, { generate });
    await send("Old");
    await answer("[]");
    await send("New");
    const input = await act(() => suggestionAgent.started());
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

  test("throw for an `agentId` outside an AgentProvider", () => {
    expectErrors();
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    expect(() => renderSuggestions(thread, { generate: { agentId: "small" } })).toThrow(
      /there is no <AgentProvider>/,
    );
  });

  test.each<[when: string, act: (abortContext: AbortContext) => unknown]>([
    ["the user types", ({ now }) => now().reportTyping("H")],
    ["the user sends", ({ thread }) => void thread.send("Next")],
    ["they are cleared", ({ now }) => now().clear()],
    ["they are refreshed", ({ now }) => now().refresh()],
    ["the component unmounts", ({ unmount }) => unmount()],
  ])("are aborted when %s", async (_when, interfere) => {
    const { suggestionAgent, thread, send } = createConversation();
    const view = renderSuggestions(thread);
    await send();
    await act(() => suggestionAgent.started());
    const { signal } = suggestionAgent;
    expect(signal?.aborted).toBe(false);
    await act(async () => interfere({ ...view, thread }));
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  test("are loading for no other thread that the same component shows", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    const other = createThread({ agent: scriptedAgent(textRun("Hi")), threadId: "other" });
    const loading: string[] = [];
    let shown: Thread = thread;
    const { rerender } = renderHook(
      () => {
        if (useSuggestions({ generate: {} }).isLoading) loading.push(shown.threadId);
      },
      { wrapper: ({ children }) => <ThreadProvider thread={shown}>{children}</ThreadProvider> },
    );
    await send();
    await act(() => suggestionAgent.started());
    shown = other;
    rerender();
    expect(new Set(loading)).toEqual(new Set(["main"]));
  });

  test("are not requested while the user types, nor when typing stops", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    const { now } = renderSuggestions(thread);
    act(() => now().reportTyping("Mean"));
    expect(now().isTyping).toBe(true);
    await send();
    act(() => now().reportTyping(""));
    expect(now()).toMatchObject({ isTyping: false, isLoading: false });
    expect(suggestionAgent.inputs).toHaveLength(0);
  });

  test("are not requested after a run that failed or waits for an answer", async () => {
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

  test("are requested once, after the follow-up run of a frontend tool", async () => {
    const { suggestionAgent, thread, answer, send } = createConversation();
    const agent = scriptedAgent(callRun(call("look")), textRun("Seen"), textRun('["One"]'));
    const own = createThread({ agent });
    own.registerTool({ name: "look", handler: () => "a tree" });
    const { now } = renderSuggestions(own);
    await act(() => own.send("Look"));
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
    expect(agent.inputs).toHaveLength(3);
    // A second thread, which must not be asked for the first.
    renderSuggestions(thread);
    expect(suggestionAgent.inputs).toHaveLength(0);
    await send();
    await answer("[]");
    expect(suggestionAgent.inputs).toHaveLength(1);
  });

  test.each(["I am sorry, I cannot help with that.", "", "[1, 2", "{}"])(
    "are empty when the agent answers %j",
    async (text) => {
      const { thread, send, answer } = createConversation();
      const { now } = renderSuggestions(thread);
      await send();
      await answer(text);
      await waitFor(() => expect(now().isLoading).toBe(false));
      expect(now().suggestions).toEqual([]);
    },
  );

  test("are empty when the agent fails, without affecting the conversation", async () => {
    const { suggestionAgent, thread, send } = createConversation();
    const { now } = renderSuggestions(thread);
    await send();
    await act(() => suggestionAgent.fail(new TypeError("Failed to fetch")));
    await waitFor(() => expect(now().isLoading).toBe(false));
    expect(now().suggestions).toEqual([]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });

  test("are replaced after the next run", async () => {
    const { thread, send, answer } = createConversation();
    const { now } = renderSuggestions(thread);
    await send();
    await answer('["One"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
    await send("Next");
    expect(now().suggestions).toEqual([]);
    await answer('["Two"]');
    await waitFor(() => expect(now().suggestions).toEqual(["Two"]));
  });

  test("are requested for a loaded conversation by `refresh()` only", async () => {
    const { suggestionAgent, thread, answer } = createConversation([
      { id: "1", role: "user", content: "Hi" },
      { id: "2", role: "assistant", content: "Hello" },
    ]);
    const { now } = renderSuggestions(thread, { generate: {}, static: ["Begin"] });
    expect(now()).toMatchObject({ suggestions: [], isLoading: false });
    expect(suggestionAgent.inputs).toHaveLength(0);
    act(() => now().refresh());
    await answer('["One"]');
    await waitFor(() => expect(now().suggestions).toEqual(["One"]));
  });
});
