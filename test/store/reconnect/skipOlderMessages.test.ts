import { describe, expect, test } from "vitest";
import { type Agent, AgentKitError, createThread, type EventInput } from "../../../src/core.ts";
import { skipOlderMessages } from "../../../src/store/reconnect/skipOlderMessages.ts";
import { pagedHistory, turnMessages } from "../../support/pagedHistory.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";

const refusal = new AgentKitError("http-status", "Not signed in.", { status: 401 });

const page = {
  messages: [{ id: "a1", role: "assistant", content: "Second" }],
  olderCursor: "1",
} as const;

/** Creates an agent that replays these events and then fails. */
const createRefusingAgent = (...events: readonly EventInput[]): Agent => ({
  async *run() {},
  async *connect() {
    for (const event of events) yield event;
    throw refusal;
  },
});

// The agents of this file ignore their input.
const input = {} as Parameters<Agent["run"]>[0];
const signal = new AbortController().signal;

async function receive(agent: Agent) {
  const received: unknown[] = [];
  try {
    for await (const yielded of agent.connect?.(input, { signal }) ?? []) {
      received.push(...[yielded].flat());
    }
  } catch (thrown) {
    return { received, thrown };
  }
  return { received, thrown: undefined };
}

describe("skipOlderMessages on a replay of the whole thread", () => {
  test("fails with the error of the server after the replayed events", async () => {
    const second = runEvents("r1", ...assistantText("Second", "a1"));
    const third = runEvents("r2", ...assistantText("Third", "a2"));
    const agent = skipOlderMessages(createRefusingAgent(...second, ...third), page);
    const { received, thrown } = await receive(agent);
    expect(thrown).toBe(refusal);
    expect(received).toEqual(expect.arrayContaining(third));
  });

  test("fails when the server replays nothing", async () => {
    expect(await receive(skipOlderMessages(createRefusingAgent(), page))).toEqual({
      received: [],
      thrown: refusal,
    });
  });

  test("reports in the thread that the server refused", async () => {
    const agent = { ...createRefusingAgent(), ...pagedHistory(turnMessages(0, 4), 2) };
    const thread = createThread({ agent, threadId: "t1" });
    const { outcome, error } = await thread.connect();
    expect([outcome, error?.code]).toEqual(["error", "http-status"]);
    expect(thread.getSnapshot().messages).toHaveLength(2);
    expect(thread.getSnapshot().run).toMatchObject({
      status: "error",
      error: { code: "http-status" },
    });
  });

  test.each([
    ["nothing is older than the page", { messages: page.messages }],
    ["the page has no message of the agent", { messages: [], olderCursor: "1" }],
  ])("returns the agent unchanged when %s", (_, whole) => {
    const agent = createRefusingAgent();
    expect(skipOlderMessages(agent, whole)).toBe(agent);
  });
});
