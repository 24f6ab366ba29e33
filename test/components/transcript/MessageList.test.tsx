import { act, render, screen } from "@testing-library/react";
import { lazy, Profiler, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import type { AssistantMessageItemProps } from "../../../src/components/settings/transcriptPartProps.ts";
import { ToolCallCard } from "../../../src/components/toolCall/ToolCallCard.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { expectErrors } from "../../hooks/toolChat.tsx";
import { emit, finish } from "../../hooks/wrap.tsx";
import { waitForArticles } from "../waitForArticles.ts";

const history: readonly Message[] = Array.from({ length: 200 }, (_, n): Message => {
  if (n % 4 === 3) return { id: `m${n}`, role: "tool", toolCallId: `c${n - 1}`, content: "sunny" };
  if (n % 2 === 1) return { id: `m${n}`, role: "assistant", content: `Answer ${n}` };
  if (n % 4 === 0) return { id: `m${n}`, role: "user", content: `Question ${n}` };
  const call = { name: "weather", arguments: "{}" };
  return {
    id: `m${n}`,
    role: "assistant",
    toolCalls: [{ id: `c${n}`, type: "function", function: call }],
  };
});

const token = { type: "TEXT_MESSAGE_CONTENT", messageId: "new", delta: "word " } as const;

/** Renders a thread of 200 messages during a run, and counts renders of its rows and the list. */
async function renderRunning() {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: history });
  const rendered: Record<string, number> = {};
  const count = (id: string) => {
    rendered[id] = (rendered[id] ?? 0) + 1;
  };
  const Text = ({ message, isStreaming }: AssistantMessageItemProps) => {
    count(message.id);
    return <p data-open={isStreaming || undefined}>{message.content}</p>;
  };
  const components = {
    UserMessageItem: ({ message }: { message: Message }) => {
      count(message.id);
      return <p>{String(message.content)}</p>;
    },
    AssistantMessageItem: Text,
  };
  let listRenders = 0;
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings components={components}>
        <Profiler id="list" onRender={() => listRenders++}>
          <MessageList />
        </Profiler>
      </ChatSettings>
    </ThreadProvider>,
  );
  // Results of tools are shown inside their calls.
  await waitForArticles(150);
  act(() => void thread.send("Go on"));
  const { threadId, runId } = await act(() => agent.started());
  await emit(agent, { type: "RUN_STARTED", threadId, runId });
  const reset = () => {
    for (const id of Object.keys(rendered)) delete rendered[id];
    listRenders = 0;
  };
  return { agent, thread, rendered, reset, listRenders: () => listRenders, threadId, runId };
}

describe("while one of 200 messages streams", () => {
  test("only its own row renders, once for each frame", async () => {
    const { agent, rendered, reset, listRenders } = await renderRunning();
    await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "new", role: "assistant" }, token);
    reset();
    for (let sent = 0; sent < 100; sent++) await emit(agent, token);

    expect(rendered).toEqual({ new: 100 });
    // The profiler counts commits anywhere below: those hundred and no others.
    expect(listRenders()).toBe(100);
    await finish(agent);
  });

  test("the start and end of the message render no other row", async () => {
    const { agent, rendered, reset } = await renderRunning();
    reset();
    await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "new", role: "assistant" }, token);
    await emit(agent, { type: "TEXT_MESSAGE_END", messageId: "new" });
    expect(Object.keys(rendered)).toEqual(["new"]);
    await finish(agent);
  });
});

test.each([
  ["that are all rendered", 1000, 1000],
  ["of which the last are rendered", 3000, 48],
])(
  "adding a message to thousands %s renders only a few rows",
  async (_which, length, articleCount) => {
    const messages = Array.from({ length }, (_, n): Message => {
      return { id: `m${n}`, role: "user", content: `Question ${n}` };
    });
    const thread = createThread({ agent: manualAgent(), initialMessages: messages });
    let reads = 0;
    // Each render of a row reads the store once, whether the row subscribes or not.
    const getState = () => {
      reads++;
      return thread.store.getState();
    };
    render(
      <ThreadProvider thread={{ ...thread, store: { ...thread.store, getState } }}>
        <MessageList />
      </ThreadProvider>,
    );
    await waitForArticles(articleCount);
    expect(reads).toBeGreaterThan(articleCount);
    const before = screen.getAllByRole("article").length;
    reads = 0;
    act(() => thread.setMessages([...messages, { id: "m", role: "user", content: "One more" }]));
    expect(screen.getByText("One more")).toBeInTheDocument();
    expect(screen.getAllByRole("article")).toHaveLength(before + 1);
    expect(reads).toBeLessThan(100);
  },
);

test("earlier history keeps the elements of all rows", () => {
  const question = (id: string): Message => ({ id, role: "user", content: `Question ${id}` });
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => question(`${name}${n}`));
  const thread = createThread({ agent: manualAgent(), initialMessages: many("m", 100) });
  render(
    <ThreadProvider thread={thread}>
      <MessageList />
    </ThreadProvider>,
  );
  const before = screen.getAllByRole("article");
  act(() => thread.setMessages((now) => [...many("older", 1), ...now]));
  act(() => thread.setMessages((now) => [...many("oldest", 100), ...now]));
  const after = screen.getAllByRole("article").slice(101);
  expect(after).toHaveLength(100);
  for (const [at, element] of after.entries()) expect(element).toBe(before[at]);
});

test("a streaming tool call renders only its own message, and its result renders the message once", async () => {
  const { agent, rendered, reset } = await renderRunning();
  await emit(
    agent,
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "weather", parentMessageId: "new" },
    { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "{" },
  );
  reset();
  for (let sent = 0; sent < 10; sent++) {
    await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: " " });
  }
  expect(rendered).toEqual({ new: 10 });
  await emit(agent, { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "}" });
  await emit(agent, { type: "TOOL_CALL_END", toolCallId: "c" });
  reset();
  await emit(agent, {
    type: "TOOL_CALL_RESULT",
    messageId: "r",
    toolCallId: "c",
    content: "sunny",
  });
  expect(rendered).toEqual({ new: 1 });
  await finish(agent);
});

test("completing a message keeps its elements and what was expanded", async () => {
  const { agent } = await renderRunning();
  await emit(agent, { type: "TEXT_MESSAGE_START", messageId: "new", role: "assistant" }, token);
  const growing = screen.getByText("word");
  expect(growing).toHaveAttribute("data-open");
  await emit(agent, { type: "TEXT_MESSAGE_END", messageId: "new" });
  expect(growing).toBeInTheDocument();
  expect(growing).not.toHaveAttribute("data-open");
  await finish(agent);
});

test("the transcript is a labeled log that announces nothing", () => {
  const thread = createThread({ agent: manualAgent(), initialMessages: history.slice(0, 2) });
  render(<MessageList />, {
    wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider>,
  });
  const log = screen.getByRole("log", { name: "Conversation" });
  expect(log).toHaveAttribute("aria-live", "off");
  expect(log).toHaveAttribute("tabindex", "0");
  expect(screen.getAllByRole("article").map((one) => one.getAttribute("aria-label"))).toEqual([
    "You",
    "Assistant",
  ]);
});

test("a tool message is shown inside its tool call, or by itself without one", () => {
  const thread = createThread({
    agent: manualAgent(),
    initialMessages: [
      ...history.slice(2, 4),
      { id: "lost", role: "tool", toolCallId: "none", content: "rainy" },
    ],
  });
  render(
    <ThreadProvider thread={thread}>
      <ChatSettings
        components={{
          ToolCallCard: (call) => (
            <>
              <ToolCallCard {...call} />
              <p>answer: {String(call.result?.content)}</p>
            </>
          ),
        }}
      >
        <MessageList />
      </ChatSettings>
    </ThreadProvider>,
  );
  expect(screen.getAllByRole("article")).toHaveLength(2);
  expect(screen.getByText("answer: sunny")).toBeVisible();
  expect(screen.getByRole("article", { name: "Tool result" })).toHaveTextContent("rainy");
});

test("messages without content have no row", () => {
  const thread = createThread({
    agent: manualAgent(),
    initialMessages: [
      { id: "a", role: "assistant", content: "" },
      { id: "b", role: "reasoning", content: "" },
      { id: "c", role: "reasoning", content: "", encryptedValue: "x" },
    ],
  });
  render(<MessageList />, {
    wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider>,
  });
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(screen.getByText("Thought (hidden)")).toBeVisible();
});

describe.each(["Steps", "Usage"] as const)("a custom %s component", (name) => {
  const show = (Part: () => ReactNode) => {
    const agent = manualAgent();
    const thread = createThread({ agent, initialMessages: history.slice(0, 1) });
    render(
      <ThreadProvider thread={thread}>
        <ChatSettings components={{ [name]: Part }}>
          <MessageList />
        </ChatSettings>
      </ThreadProvider>,
    );
    return { agent, thread };
  };

  test("leaves the rest when it throws, and renders again with the next message", async () => {
    expectErrors();
    let isBroken = true;
    const { agent, thread } = show(() => {
      if (isBroken) throw new Error("broken");
      return <p>whole</p>;
    });
    expect(screen.getByText("Question 0")).toBeVisible();
    expect(screen.queryByText("whole")).toBeNull();
    isBroken = false;
    act(() => void thread.send("And now?"));
    expect(await screen.findByText("whole")).toBeVisible();
    await finish(agent);
  });

  test("does not hide the conversation when it suspends", () => {
    show(lazy(() => new Promise<never>(() => {})) as unknown as () => ReactNode);
    expect(screen.getByText("Question 0")).toBeVisible();
  });
});
