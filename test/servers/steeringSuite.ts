import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import type { Thread } from "../../src/store/thread/thread.ts";
import type { RunResult, ThreadOptions } from "../../src/store/thread/threadOptions.ts";
import { httpAgent } from "../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../src/transport/http/httpAgentOptions.ts";
import { type RunningServer, type ServerName, startServer } from "./startServer.ts";

/** A real server whose runs are steered: stopped, interrupted, and continued with another message. */
export interface SteeredServer {
  readonly server: ServerName;
  /** Path of an agent that answers texts; absent for a server without a model. */
  readonly chat?: string;
  /** Path of an agent that asks before it deletes. */
  readonly interrupt: string;
  /** Events that the server sends about the tool of its interrupt; absent for a server that has no tool. */
  readonly tool?: "call and result" | "result";
  /** Answer to the text `hello`. */
  readonly hello?: string;
  /** Options of the agent for a path. */
  readonly options?: (url: string) => Partial<HttpAgentOptions>;
}

/** Waits until the status of a thread's run is one of these. */
export function whenStatus(thread: Thread, ...statuses: string[]): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!statuses.includes(thread.getSnapshot().run.status)) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = thread.store.subscribe(check);
    check();
  });
}

/** Waits until the last message of a thread has at least this much text. */
export function whenWriting(thread: Thread): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = thread.store.subscribe(({ messages, run }) => {
      const last = messages.at(-1);
      const isLong = last?.role === "assistant" && (last.content?.length ?? 0) > 20;
      if (!isLong || run.status !== "streaming") return;
      unsubscribe();
      resolve();
    });
  });
}

/** Waits until a call of a thread has a result. */
function whenAnswered(thread: Thread): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const { messages } = thread.getSnapshot();
      if (!messages.some(({ role }) => role === "tool")) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = thread.store.subscribe(check);
    check();
  });
}

/** Returns the messages as `role: text`, with the names of calls. */
export function transcript({ messages }: { messages: readonly Message[] }): string[] {
  return messages.map((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const names = calls.map((call) => `[${call.function.name}]`).join("");
    return `${message.role}: ${names}${typeof message.content === "string" ? message.content : ""}`;
  });
}

/** Returns the ids of calls with several results. */
function answeredTwice(thread: Thread): string[] {
  const ids = thread
    .getSnapshot()
    .messages.flatMap((message) => (message.role === "tool" ? message.toolCallId : []));
  return ids.filter((id, i) => ids.indexOf(id) !== i);
}

/** Answer of the scripted model to the text `hello`. */
export const HELLO = "Hello! How can I help you today?";

/** Runs the tests of stopping and steering on a real server. */
export function describeSteering(steered: SteeredServer): void {
  const { chat, interrupt, tool, hello = HELLO, options } = steered;
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(steered.server);
  }, 60_000);
  afterAll(() => server?.stop());

  function threadOn(path: string, threadOptions: Partial<ThreadOptions> = {}): Thread {
    const url = `${server.url}${path}`;
    return createThread({ agent: httpAgent({ url, ...options?.(url) }), ...threadOptions });
  }

  /** Expects that no call has two results, and that the model accepts the next request. */
  async function expectValidHistory(thread: Thread): Promise<void> {
    expect(answeredTwice(thread)).toEqual([]);
    if (!chat) return;
    expect((await thread.send("is the history valid?")).error).toBeUndefined();
    expect(transcript(thread.getSnapshot()).at(-1)).toBe("assistant: The history is valid.");
  }

  describe("a message that is sent while an interrupt is open", () => {
    it("is answered, and every call has one result", async () => {
      const thread = threadOn(interrupt);
      expect((await thread.send("delete the draft")).outcome).toBe("interrupt");
      const { outcome, error } = await thread.send("hello");
      expect({ outcome, error }).toEqual({ outcome: "success", error: undefined });
      expect(thread.getSnapshot().interrupts).toEqual([]);
      expect(transcript(thread.getSnapshot()).slice(-2)).toEqual([
        "user: hello",
        `assistant: ${hello}`,
      ]);
      await expectValidHistory(thread);
    });
  });

  describe("an answer to an interrupt", () => {
    it.each([
      // CopilotKit gives the payload to the model as the result; the other servers run the tool.
      ["approval", { approved: true, deleted: "/dat/a" }],
      ["denial", { approved: false }],
    ])("continues the run, and the call has the result: %s", async (_, payload) => {
      const thread = threadOn(interrupt);
      await thread.send("delete the draft");
      const [{ id: interruptId = "" } = {}] = thread.getSnapshot().interrupts;
      await thread.resume([{ interruptId, status: "resolved", payload }]);
      await whenStatus(thread, "idle", "error");
      const { run, toolCalls } = thread.getSnapshot();
      expect(run).toMatchObject({ outcome: "success" });
      const answered = [{ status: "complete", resultMessageId: expect.any(String) }];
      expect(Object.values(toolCalls)).toMatchObject(tool === "call and result" ? answered : []);
      const last = transcript(thread.getSnapshot()).at(-1);
      if (payload.approved) expect(last).toMatch(/^assistant: Deleted/);
      else expect(last).toMatch(/^assistant: Kept/);
      await expectValidHistory(thread);
      const sent = transcript(thread.getSnapshot()).join("\n");
      expect(sent).not.toContain("not answered");
    });
  });

  // An interrupt of the other servers is about no tool call.
  if (tool) {
    describe("an approved tool whose run is stopped after its result", () => {
      const next: Record<string, (thread: Thread) => Promise<RunResult>> = {
        message: (thread) => thread.send("hello"),
        "retry and a message": async (thread) => {
          await thread.retry();
          return thread.send("hello");
        },
      };
      it.each(Object.keys(next))("is not approved again by a %s", async (way) => {
        const thread = threadOn(interrupt);
        await thread.send("delete the draft");
        const [{ id: interruptId = "" } = {}] = thread.getSnapshot().interrupts;
        await thread.resume([{ interruptId, status: "resolved", payload: { approved: true } }]);
        await whenAnswered(thread);
        thread.stop();
        await whenStatus(thread, "idle", "waiting", "error");
        expect(thread.getSnapshot().interrupts).toEqual([]);
        expect(await next[way]?.(thread)).toMatchObject({ outcome: "success" });
        expect(transcript(thread.getSnapshot()).at(-1)).toBe(`assistant: ${hello}`);
        await expectValidHistory(thread);
      });
    });
  }

  describe("a branch that starts while an interrupt is open", () => {
    const branches: Record<string, (thread: Thread) => Promise<RunResult>> = {
      edit: (thread) => thread.edit(thread.getSnapshot().messages[0]?.id ?? "", "hello"),
      regenerate: (thread) => thread.regenerate(),
    };
    it.each(Object.keys(branches))(
      "cancels the interrupt first, and is answered: %s",
      async (way) => {
        const thread = threadOn(interrupt);
        await thread.send("delete the draft");
        const { outcome } = (await branches[way]?.(thread)) ?? {};
        expect(outcome).toBe(way === "edit" ? "success" : "interrupt");
        expect(await thread.send("hello")).toMatchObject({ outcome: "success" });
        expect(transcript(thread.getSnapshot()).at(-1)).toBe(`assistant: ${hello}`);
        await expectValidHistory(thread);
      },
    );
  });

  describe("a conversation that is left while an interrupt is open", () => {
    const ways: Record<string, (thread: Thread, firstRunId: string) => unknown> = {
      "for an earlier run": (thread, firstRunId) => thread.goToRun(firstRunId),
      "by clearing it": (thread) => thread.setMessages([]),
    };
    it.each(Object.keys(ways))("cancels the interrupt before the next message: %s", async (way) => {
      const thread = threadOn(interrupt);
      await thread.send("hello", { runId: "first" });
      await thread.send("delete the draft");
      expect(thread.getSnapshot().interrupts).toHaveLength(1);
      await ways[way]?.(thread, "first");
      expect(thread.getSnapshot().interrupts).toEqual([]);
      expect(await thread.send("hello")).toMatchObject({ outcome: "success" });
      expect(transcript(thread.getSnapshot()).at(-1)).toBe(`assistant: ${hello}`);
      await expectValidHistory(thread);
    });
  });

  if (!chat) return;
  describe("a message that is sent while the agent writes", () => {
    const ways: Record<string, (thread: Thread) => Promise<unknown>> = {
      "with `whenBusy`": (thread) => thread.send("hello", { whenBusy: "interrupt" }),
      "after `stop()`"(thread) {
        thread.stop();
        return thread.send("hello");
      },
      async "from the queue"(thread) {
        const sent = thread.send("hello", { whenBusy: "queue" });
        const [{ id = "" } = {}] = thread.getSnapshot().queue;
        await thread.sendQueued(id);
        return sent;
      },
    };
    it.each(Object.keys(ways))("is answered six of six times: %s", async (way) => {
      for (let turn = 0; turn < 6; turn++) {
        const thread = threadOn(chat);
        const stopped = thread.send("count slowly");
        await whenWriting(thread);
        const result = await ways[way]?.(thread);
        expect((await stopped).outcome).toBe("cancelled");
        expect(result).toMatchObject({ outcome: "success" });
        expect(transcript(thread.getSnapshot())).toEqual([
          "user: count slowly",
          expect.stringMatching(/^assistant: 1, 2, 3/),
          "user: hello",
          `assistant: ${hello}`,
        ]);
        await expectValidHistory(thread);
      }
    });
  });
}
