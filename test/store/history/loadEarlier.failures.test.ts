import { describe, expect, test } from "vitest";
import { AgentKitError, createThread } from "../../../src/core.ts";
import { createDeferred } from "../../support/deferred.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { agentWith, expectSameWhenRead, idsOfTurns, messageIds } from "./historyAgent.ts";

describe("a failed page", () => {
  test("leaves the thread unchanged, is reported, and the next call tries again", async () => {
    const paged = pagedHistory(turnMessages(0, 4), 4);
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
    expect(messageIds(thread)).toEqual(idsOfTurns(0, 4));
    expect(thread.getSnapshot().earlier).toMatchObject({ status: "idle", error: null });
    await expectSameWhenRead(thread);
  });

  test("rejects with an AgentKitError", async () => {
    const { agent } = agentWith({ history: () => Promise.reject("nope") });
    const thread = createThread({ agent });
    const error = await thread.loadEarlier().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AgentKitError);
    expect(error).toMatchObject({
      code: "agent-failed",
      cause: "nope",
      message: expect.stringMatching(/loaded: nope\. Check the `history`/),
    });
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
