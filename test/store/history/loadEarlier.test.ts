import { describe, expect, test } from "vitest";
import {
  type Agent,
  AgentKitError,
  createAgentClient,
  createThread,
  forkThread,
  type Message,
  memoryStorage,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import type { HistoryPage } from "../../../src/protocol/dialect.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  type Script,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { pagedHistory, turns } from "../../support/pagedHistory.ts";
import { counter } from "../thread/idCounter.ts";

/** Allows for a slow machine. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 4_000 });

const ids = (thread: Thread) => thread.getSnapshot().messages.map(({ id }) => id);
const idsOf = (from: number, to: number) => turns(from, to).map(({ id }) => id);

/** Creates an agent with scripted runs and a history. */
function agentWith(history: Pick<Agent, "history">, ...runs: readonly Script[]) {
  const runner = scriptedAgent(...runs, textRun("That is all."));
  const agent: Agent = { run: (input, options) => runner.run(input, options), ...history };
  return { agent, runner };
}

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
    const paged = pagedHistory(turns(0, 5), 4);
    const { agent } = agentWith(paged);
    const thread = createThread({ agent, threadId: "t1" });
    expect(thread.getSnapshot()).not.toHaveProperty("earlier");
    expect(await thread.loadEarlier()).toBe(true);
    expect(ids(thread)).toEqual(idsOf(3, 5));
    const first = thread.getSnapshot().messages;
    expect(thread.getSnapshot().earlier).toEqual({
      status: "idle",
      hasMore: true,
      cursor: "u3",
      error: null,
    });
    expect(await thread.loadEarlier()).toBe(true);
    expect(await thread.loadEarlier()).toBe(false);
    expect(ids(thread)).toEqual(idsOf(0, 5));
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
    const paged = pagedHistory(turns(0, 4), 2);
    const { agent } = agentWith(paged);
    const thread = createThread({ agent, initialMessages: turns(2, 4) });
    expect(await thread.loadEarlier()).toBe(true);
    expect(ids(thread)).toEqual(idsOf(1, 4));
    expect(paged.requests).toHaveLength(3);
  });

  test("matches messages by user text when a server assigns new ids", async () => {
    const stored = turns(0, 3).map((message) => ({ ...message, id: `server-${message.id}` }));
    const { agent } = agentWith(pagedHistory(stored, 50), textRun("Answer 2"));
    const thread = createThread({ agent });
    await thread.send("Question 2");
    const shown = ids(thread);
    expect(await thread.loadEarlier()).toBe(false);
    expect(ids(thread)).toEqual([...idsOf(0, 2).map((id) => `server-${id}`), ...shown]);
  });

  test("does not duplicate a user message that only the server renames", async () => {
    const stored = turns(0, 4).map((message) =>
      message.role === "user" ? { ...message, id: `server-${message.id}` } : message,
    );
    const answer = (n: number) => textRun(`Answer ${n}`, { messageId: `a${n}` });
    // The latest page has nothing new, and the page before it starts with a known question.
    for (const size of [50, 2]) {
      const { agent } = agentWith(pagedHistory(stored, size), answer(2), answer(3));
      const thread = createThread({ agent });
      await thread.send("Question 2");
      await thread.send("Question 3");
      const shown = ids(thread);
      while (await thread.loadEarlier());
      expect(ids(thread)).toEqual(["server-u0", "a0", "server-u1", "a1", ...shown]);
    }
  });

  test("keeps a repeated question that the server does not know yet", async () => {
    const runner = manualAgent();
    const stored = turns(0, 2);
    const thread = createThread({ agent: { run: runner.run, ...pagedHistory(stored, 50) } });
    const ended = thread.send("Question 1");
    const { threadId, runId } = await runner.started();
    await runner.emit({ type: "RUN_STARTED", threadId, runId });
    const shown = ids(thread);
    await thread.loadEarlier();
    expect(ids(thread)).toEqual([...idsOf(0, 2), ...shown]);
    await runner.emit({ type: "RUN_FINISHED", threadId, runId });
    await runner.finish();
    await ended;
  });

  test("inserts messages before a streaming answer", async () => {
    const runner = manualAgent();
    const agent: Agent = { run: runner.run, ...pagedHistory(turns(0, 2), 50) };
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
    expect(ids(thread).slice(0, 4)).toEqual(idsOf(0, 2));
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
    answer.resolve({ messages: turns(0, 1) });
    expect(await Promise.all(calls)).toEqual([false, false, false]);
    expect(times).toBe(1);
    expect(ids(thread)).toEqual(idsOf(0, 1));
  });

  test("leaves invalid messages out and reports them", async () => {
    const broken = [{ id: "x", role: "ghost" }, null] as unknown as HistoryPage["messages"];
    const { agent } = agentWith({
      history: async () => ({ messages: [...broken, ...turns(0, 1)] }),
    });
    const thread = createThread({ agent });
    const received: string[] = [];
    thread.subscribe({ onIssue: ({ code }) => received.push(code) });
    await thread.loadEarlier();
    expect(ids(thread)).toEqual(idsOf(0, 1));
    expect(received.length).toBeGreaterThan(0);
    expect(thread.getSnapshot().issues.map(({ code }) => code)).toEqual(received);
  });

  test("leaves out messages whose id is empty or repeated in the page", async () => {
    const unnamed: Message = { id: "", role: "user", content: "Who am I?" };
    const page = [unnamed, ...turns(0, 1), ...turns(0, 1)];
    const { agent } = agentWith({ history: async () => ({ messages: page }) });
    const thread = createThread({ agent });
    expect(await thread.loadEarlier()).toBe(false);
    expect(ids(thread)).toEqual(idsOf(0, 1));
  });

  test("starts with the latest page after the conversation was cleared", async () => {
    const paged = pagedHistory(turns(0, 1), 50);
    const thread = createThread({ agent: agentWith(paged).agent });
    await thread.loadEarlier();
    thread.setMessages([]);
    await thread.loadEarlier();
    expect(ids(thread)).toEqual(idsOf(0, 1));
  });

  test("rejects without a `history` of the agent", async () => {
    const thread = createThread({ agent: manualAgent() });
    await expect(thread.loadEarlier()).rejects.toMatchObject({ code: "invalid-argument" });
    expect(thread.getSnapshot()).not.toHaveProperty("earlier");
  });
});

describe("a failed page", () => {
  test("leaves the thread unchanged, is reported, and the next call tries again", async () => {
    const paged = pagedHistory(turns(0, 4), 4);
    let isOffline = false;
    const { agent } = agentWith({
      history(request) {
        if (!isOffline) return paged.history(request);
        throw new AgentKitError("network", "There is no network.");
      },
    });
    const thread = createThread({ agent });
    await thread.loadEarlier();
    const { messages, toolCalls, run } = thread.getSnapshot();
    isOffline = true;
    await expect(thread.loadEarlier()).rejects.toMatchObject({ code: "network" });
    expect(thread.getSnapshot()).toMatchObject({
      earlier: {
        status: "failed",
        hasMore: true,
        cursor: "u2",
        error: { code: "network", message: "There is no network." },
      },
    });
    const after = thread.getSnapshot();
    expect([after.messages, after.toolCalls, after.run]).toEqual([messages, toolCalls, run]);
    expect(after.messages).toBe(messages);
    isOffline = false;
    expect(await thread.loadEarlier()).toBe(false);
    expect(ids(thread)).toEqual(idsOf(0, 4));
    expect(thread.getSnapshot().earlier).toMatchObject({ status: "idle", error: null });
    await expectSameWhenRead(thread);
  });

  test("rejects with an AgentKitError", async () => {
    const { agent } = agentWith({ history: () => Promise.reject("nope") });
    const thread = createThread({ agent });
    const error = await thread.loadEarlier().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AgentKitError);
    expect(error).toMatchObject({ code: "agent-failed", cause: "nope" });
    expect(thread.getSnapshot().earlier).toMatchObject({ status: "failed", hasMore: true });
  });

  test("is a history whose cursor repeats", async () => {
    const { agent } = agentWith({ history: async () => ({ messages: [], olderCursor: "same" }) });
    const thread = createThread({ agent });
    await expect(thread.loadEarlier()).rejects.toMatchObject({ code: "agent-failed" });
  });

  test("is the disposal of the thread, which also aborts the request", async () => {
    const requested = createDeferred<AbortSignal | undefined>();
    const { agent } = agentWith({
      history(_, options) {
        requested.resolve(options?.signal);
        return new Promise(() => {});
      },
    });
    const thread = createThread({ agent });
    const loading = thread.loadEarlier();
    const signal = await requested.promise;
    expect(signal?.aborted).toBe(false);
    thread.dispose();
    await expect(loading).rejects.toMatchObject({ code: "thread-disposed" });
    expect(signal?.aborted).toBe(true);
    await expect(thread.loadEarlier()).rejects.toMatchObject({ code: "thread-disposed" });
  });
});

describe("a page in the log", () => {
  test("is one entry that contains only the page", async () => {
    const { agent } = agentWith(pagedHistory(turns(0, 50), 50));
    const thread = createThread({ agent });
    await thread.loadEarlier();
    const before = (await thread.getHistory()).events.length;
    const older = turns(0, 25);
    await thread.loadEarlier();
    const added = (await thread.getHistory()).events.slice(before);
    expect(added).toHaveLength(1);
    const text = JSON.stringify(added);
    expect(text.length).toBeLessThan(JSON.stringify(older).length + 300);
    expect(text).not.toContain("u25");
    await expectSameWhenRead(thread);
  });

  test("belongs to every branch, and branches restore the state as before", async () => {
    const answer = (n: number) => [
      runStarted(),
      { type: "STATE_SNAPSHOT" as const, snapshot: { answers: n } },
      ...[{ type: "TEXT_MESSAGE_CHUNK" as const, messageId: `new${n}`, delta: `New ${n}` }],
      runFinished(),
    ];
    const { agent, runner } = agentWith(pagedHistory(turns(0, 4), 4), ...[1, 2, 3].map(answer));
    const thread = createThread({ agent, createId: counter() });
    await thread.loadEarlier();
    await thread.send("Q1");
    await thread.regenerate();
    const requested = ids(thread).at(-2) ?? "";
    // Loaded on the second branch, it must appear on the first too.
    await thread.loadEarlier();
    expect(ids(thread)).toEqual([...idsOf(0, 4), requested, "new2"]);
    await thread.switchBranch(requested, 0);
    expect(ids(thread)).toEqual([...idsOf(0, 4), requested, "new1"]);
    expect(thread.getSnapshot().state).toEqual({ answers: 1 });
    expect(thread.getSnapshot().earlier).toMatchObject({ hasMore: false });
    await expectSameWhenRead(thread);
    // The answer is regenerated after the loaded messages, on the state of that position.
    await thread.regenerate();
    expect(ids(thread)).toEqual([...idsOf(0, 4), requested, "new3"]);
    expect(runner.inputs.at(-1)?.state).toEqual({});
    expect(runner.inputs.at(-1)?.messages.map(({ id }) => id)).toEqual([...idsOf(0, 4), requested]);
    expect(thread.getSnapshot().branches).toEqual({ [requested]: { count: 3, index: 2 } });
    // Switching branches does not log the page again.
    const { events } = await thread.getHistory();
    expect(JSON.stringify(events).split("Question 0")).toHaveLength(2);
    await expectSameWhenRead(thread);
  });

  test("contains messages that can be edited, and the other branch stays", async () => {
    const { agent } = agentWith(pagedHistory(turns(0, 2), 2), textRun("Else", { messageId: "e" }));
    const thread = createThread({ agent, createId: counter() });
    await thread.loadEarlier();
    await thread.loadEarlier();
    await thread.edit("u0", "Something else");
    expect(ids(thread).at(-1)).toBe("e");
    expect(ids(thread)).toHaveLength(2);
    await thread.switchBranch("", 0);
    expect(ids(thread)).toEqual(idsOf(0, 2));
    await expectSameWhenRead(thread);
  });

  test("is restored after a reload, and loading continues", async () => {
    const paged = pagedHistory(turns(0, 4), 4);
    const storage = memoryStorage();
    const open = () => createThread({ agent: agentWith(paged).agent, threadId: "t1", storage });
    const thread = open();
    await thread.loadEarlier();
    await eventually(() => thread.isStored()).toBe(true);
    thread.dispose();
    const again = open();
    await eventually(() => ids(again)).toEqual(idsOf(2, 4));
    expect(await again.loadEarlier()).toBe(false);
    expect(ids(again)).toEqual(idsOf(0, 4));
    expect(paged.requests.map(({ cursor }) => cursor)).toEqual([undefined, "u2"]);
  });

  test("is part of a fork, which loads no more", async () => {
    const { agent } = agentWith(pagedHistory(turns(0, 4), 4));
    const client = createAgentClient({ agents: { a: agent } });
    const thread = client.thread({ agentId: "a" });
    await thread.loadEarlier();
    const fork = await forkThread(client, thread);
    expect(ids(fork)).toEqual(idsOf(2, 4));
    expect(fork.getSnapshot()).not.toHaveProperty("earlier");
  });
});

/** Expects that replaying the log results in the current snapshot. */
async function expectSameWhenRead(thread: Thread): Promise<void> {
  const { snapshot, history } = parseThread(await serializeThread(thread));
  expect(snapshot).toEqual(thread.getSnapshot());
  expect(history?.events.length).toBeGreaterThan(0);
}
