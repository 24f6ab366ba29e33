import { describe, expect, test } from "vitest";
import { type Agent, createThread, type Message } from "../../../src/core.ts";
import type { HistoryPage } from "../../../src/protocol/dialect.ts";
import { manualAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { eventually } from "../../support/eventually.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { agentWith, expectSameWhenRead, idsOfTurns, messageIds } from "./historyAgent.ts";

describe("loadEarlier()", () => {
  test("loads pages of messages without ids", async () => {
    const pages: Record<string, { readonly messages: readonly object[]; olderCursor?: string }> = {
      latest: { messages: [{ role: "user", content: "b" }], olderCursor: "1" },
      1: {
        messages: [
          { role: "user", content: "a", id: null },
          { id: 7, role: "ai", content: "A" },
        ],
      },
    };
    const history = async ({ cursor = "latest" }) => pages[cursor] as unknown as HistoryPage;
    const { agent } = agentWith({ history });
    const thread = createThread({ agent, threadId: "t1" });
    expect(await thread.loadEarlier()).toBe(true);
    expect(await thread.loadEarlier()).toBe(false);
    const { messages, issues } = thread.getSnapshot();
    expect(messages.map(({ content }) => content)).toEqual(["a", "A", "b"]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(issues.map(({ code }) => code)).toContain("missing-field");
  });

  test("loads page by page from the latest until there are no more", async () => {
    const paged = pagedHistory(turnMessages(0, 5), 4);
    const { agent } = agentWith(paged);
    const thread = createThread({ agent, threadId: "t1" });
    expect(thread.getSnapshot()).not.toHaveProperty("earlier");
    expect(await thread.loadEarlier()).toBe(true);
    expect(messageIds(thread)).toEqual(idsOfTurns(3, 5));
    const first = thread.getSnapshot().messages;
    expect(thread.getSnapshot().earlier).toEqual({
      status: "idle",
      hasMore: true,
      cursor: "u3",
      error: null,
    });
    expect(await thread.loadEarlier()).toBe(true);
    expect(await thread.loadEarlier()).toBe(false);
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 5));
    // The same object, not an equal copy.
    expect(
      thread
        .getSnapshot()
        .messages.slice(-4)
        .every((one, at) => one === first[at]),
    ).toBe(true);
    expect(await thread.loadEarlier()).toBe(false);
    expect(paged.requests).toEqual([
      { threadId: "t1" },
      { threadId: "t1", cursor: "u3" },
      { threadId: "t1", cursor: "u1" },
    ]);
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("inserts no message twice, and continues when a page has nothing new", async () => {
    const paged = pagedHistory(turnMessages(0, 4), 2);
    const { agent } = agentWith(paged);
    const thread = createThread({ agent, initialMessages: turnMessages(2, 4) });
    expect(await thread.loadEarlier()).toBe(true);
    expect(messageIds(thread)).toEqual(idsOfTurns(1, 4));
    expect(paged.requests).toHaveLength(3);
  });

  test("matches messages by user text when a server assigns new ids", async () => {
    const stored = turnMessages(0, 3).map((message) => ({
      ...message,
      id: `server-${message.id}`,
    }));
    const { agent } = agentWith(pagedHistory(stored, 50), textRun("Answer 2"));
    const thread = createThread({ agent });
    await thread.send("Question 2");
    const shown = messageIds(thread);
    expect(await thread.loadEarlier()).toBe(false);
    expect(messageIds(thread)).toEqual([...idsOfTurns(0, 2).map((id) => `server-${id}`), ...shown]);
  });

  test("does not duplicate a user message that only the server renames", async () => {
    const stored = turnMessages(0, 4).map((message) =>
      message.role === "user" ? { ...message, id: `server-${message.id}` } : message,
    );
    const answer = (n: number) => textRun(`Answer ${n}`, { messageId: `a${n}` });
    // The latest page has nothing new, and the page before it starts with a known question.
    for (const size of [50, 2]) {
      const { agent } = agentWith(pagedHistory(stored, size), answer(2), answer(3));
      const thread = createThread({ agent });
      await thread.send("Question 2");
      await thread.send("Question 3");
      const shown = messageIds(thread);
      while (await thread.loadEarlier());
      expect(messageIds(thread)).toEqual(["server-u0", "a0", "server-u1", "a1", ...shown]);
    }
  });

  test("keeps a repeated question that the server does not know yet", async () => {
    const runner = manualAgent();
    const stored = turnMessages(0, 2);
    const thread = createThread({ agent: { run: runner.run, ...pagedHistory(stored, 50) } });
    const ended = thread.send("Question 1");
    const { threadId, runId } = await runner.started();
    await runner.emit({ type: "RUN_STARTED", threadId, runId });
    const shown = messageIds(thread);
    await thread.loadEarlier();
    expect(messageIds(thread)).toEqual([...idsOfTurns(0, 2), ...shown]);
    await runner.emit({ type: "RUN_FINISHED", threadId, runId });
    await runner.finish();
    await ended;
  });

  test("inserts messages before a streaming answer", async () => {
    const runner = manualAgent();
    const agent: Agent = { run: runner.run, ...pagedHistory(turnMessages(0, 2), 50) };
    const thread = createThread({ agent });
    const ended = thread.send("And now?");
    const { threadId, runId } = await runner.started();
    const text = (delta: string) =>
      ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta }) as const;
    const call = (delta: string) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta }) as const;
    await runner.emit({ type: "RUN_STARTED", threadId, runId }, text("It is "), {
      type: "TOOL_CALL_START",
      toolCallId: "c",
      toolCallName: "look",
      parentMessageId: "m",
    });
    await thread.loadEarlier();
    expect(messageIds(thread).slice(0, 4)).toEqual(idsOfTurns(0, 2));
    expect(thread.getSnapshot().run.status).toBe("streaming");
    await runner.emit(call("{}"), { type: "TOOL_CALL_END", toolCallId: "c" });
    await runner.emit({ type: "RUN_FINISHED", threadId, runId });
    await runner.finish();
    const { newMessages } = await ended;
    expect(newMessages).toMatchObject([
      { id: "m", toolCalls: [{ function: { arguments: "{}" } }] },
    ]);
    expect(thread.getSnapshot().issues).toEqual([]);
    await expectSameWhenRead(thread);
  });

  test("loads one page for several callers", async () => {
    const answer = createDeferred<HistoryPage>();
    let times = 0;
    const { agent } = agentWith({
      history: () => {
        times += 1;
        return answer.promise;
      },
    });
    const thread = createThread({ agent });
    const calls = [thread.loadEarlier(), thread.loadEarlier()];
    await eventually(() => thread.getSnapshot().earlier?.status).toBe("loading");
    calls.push(thread.loadEarlier());
    answer.resolve({ messages: turnMessages(0, 1) });
    expect(await Promise.all(calls)).toEqual([false, false, false]);
    expect(times).toBe(1);
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 1));
  });

  test("leaves invalid messages out and reports them", async () => {
    const broken = [{ id: "x", role: "ghost" }, null] as unknown as HistoryPage["messages"];
    const { agent } = agentWith({
      history: async () => ({ messages: [...broken, ...turnMessages(0, 1)] }),
    });
    const thread = createThread({ agent });
    const received: string[] = [];
    thread.subscribe({ onIssue: ({ code }) => received.push(code) });
    await thread.loadEarlier();
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 1));
    expect(received.length).toBeGreaterThan(0);
    expect(thread.getSnapshot().issues.map(({ code }) => code)).toEqual(received);
  });

  test("leaves out messages whose id is empty or repeated in the page", async () => {
    const unnamed: Message = { id: "", role: "user", content: "Who am I?" };
    const page = [unnamed, ...turnMessages(0, 1), ...turnMessages(0, 1)];
    const { agent } = agentWith({ history: async () => ({ messages: page }) });
    const thread = createThread({ agent });
    expect(await thread.loadEarlier()).toBe(false);
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 1));
  });

  test("starts with the latest page after the conversation was cleared", async () => {
    const paged = pagedHistory(turnMessages(0, 1), 50);
    const thread = createThread({ agent: agentWith(paged).agent });
    await thread.loadEarlier();
    thread.setMessages([]);
    await thread.loadEarlier();
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 1));
  });

  test("rejects without a `history` of the agent", async () => {
    const thread = createThread({ agent: manualAgent() });
    await expect(thread.loadEarlier()).rejects.toMatchObject({ code: "invalid-argument" });
    expect(thread.getSnapshot()).not.toHaveProperty("earlier");
  });
});
