import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler } from "react";
import { describe, expect, test, vi } from "vitest";
import { Chat } from "../../../src/components/chat/Chat.tsx";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { EventInput, Message } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { emit, finish } from "../../hooks/wrap.tsx";
import { rendersOfLastCommit } from "../rendersOfLastCommit.ts";
import { waitForArticles } from "../waitForArticles.ts";

const EARLIER = 1_000;

const earlier = Array.from({ length: EARLIER }, (_, n): Message => {
  const id = `m${n}`;
  return n % 2
    ? { id, role: "assistant", content: `Answer **${n}**` }
    : { id, role: "user", content: `Question ${n}` };
});

/** Components that render a growing paragraph at the end of a message. */
const OPEN_MESSAGE = [
  ...["MessageSlot", "MessageItem", "MessageBody", "AssistantMessageItem", "MessageText"],
  ...["Markdown", "Block", "FootnoteList"],
  ...["Calls", "SpawnedSubagents", "InterruptList"],
  // Around the message, in its slot.
  "ErrorBoundary",
];

/** Renders a chat of many messages during a run, and counts its renders. */
async function renderRunning() {
  const agent = manualAgent();
  const thread = createThread({ agent, initialMessages: earlier });
  let renders: Record<string, number> = {};
  let commits = 0;
  const container = document.createElement("div");
  document.body.append(container);
  const count = () => {
    commits++;
    for (const [name, times] of Object.entries(rendersOfLastCommit(container)))
      renders[name] = (renders[name] ?? 0) + times;
  };
  render(
    <Profiler id="chat" onRender={count}>
      <ThreadProvider thread={thread}>
        <Chat />
      </ThreadProvider>
    </Profiler>,
    { container },
  );
  await waitForArticles(EARLIER);
  const during = async (happening: () => Promise<unknown>) => {
    renders = {};
    commits = 0;
    await happening();
    return { renders, commits };
  };
  const begin = async () => {
    act(() => void thread.send("Go on"));
    const { threadId, runId } = await act(() => agent.started());
    await emit(agent, { type: "RUN_STARTED", threadId, runId });
  };
  return { agent, during, begin };
}

const delta = (text: string): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "new",
  delta: text,
});
const start: EventInput = { type: "TEXT_MESSAGE_START", messageId: "new", role: "assistant" };

test("only the streaming message of 1,000 renders, once for each frame", async () => {
  const { agent, during, begin } = await renderRunning();
  await begin();
  await emit(agent, start, delta("A settled paragraph.\n\nThe open one"));
  const { renders, commits } = await during(async () => {
    for (let sent = 0; sent < 20; sent++) await emit(agent, delta(" word"));
  });
  expect(commits).toBe(20);
  expect(renders).toEqual(Object.fromEntries(OPEN_MESSAGE.map((name) => [name, 20])));
  await finish(agent);
});

test("a run renders none of the earlier messages", async () => {
  const { agent, during, begin } = await renderRunning();
  const { renders } = await during(async () => {
    await begin();
    await emit(agent, start, delta("Hello"));
    await emit(agent, { type: "TEXT_MESSAGE_END", messageId: "new" });
    await finish(agent);
  });
  expect(await screen.findByText("Hello")).toBeVisible();
  // The question, and the answer as it starts, grows and ends.
  expect(renders.UserMessageItem).toBe(1);
  expect(renders.MessageItem).toBeLessThan(8);
  expect(renders.MessageSlot).toBeLessThan(8);
  expect(renders.Block).toBeLessThan(4);
  // Below the new question and below its answer.
  expect(renders.MessageActions).toBe(2);
});

describe("while the arguments of eight tool calls stream", () => {
  const ids = Array.from({ length: 8 }, (_, n) => `c${n}`);
  const started = ids.map(
    (toolCallId): EventInput => ({
      type: "TOOL_CALL_START",
      toolCallId,
      toolCallName: "look",
      parentMessageId: "calls",
    }),
  );
  const argue = (words: string) =>
    ids.map((toolCallId): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId, delta: words }));

  test("the content of a card renders only while the card is open", async () => {
    const { agent, during, begin } = await renderRunning();
    const user = userEvent.setup();
    await begin();
    await emit(agent, ...started, ...argue('{"rows":["'));
    const stream = async () => {
      for (let sent = 0; sent < 10; sent++) await emit(agent, ...argue("word "));
    };
    const parse = vi.spyOn(JSON, "parse");
    const folded = await during(stream);
    expect(folded.commits).toBe(10);
    expect(folded.renders).not.toHaveProperty("ToolCallCard");

    await user.click(screen.getByRole("button", { name: /8 tool calls/ }));
    const closed = await during(stream);
    expect(closed.renders).not.toHaveProperty("ToolCallDetails");
    expect(closed.renders).not.toHaveProperty("JsonSource");
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();

    const [first] = screen.getAllByText("Look", { selector: "summary *" });
    if (!first) throw new Error("There is no card.");
    await user.click(first);
    await screen.findByText(/^"rows"$/);
    const open = await during(stream);
    expect(open.renders).toMatchObject({ ToolCallDetails: 10, JsonSource: 10 });
    await finish(agent);
  });
});
