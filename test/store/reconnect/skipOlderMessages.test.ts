import { describe, expect, test } from "vitest";
import { type Agent, AgentKitError, createThread, type EventInput } from "../../../src/core.ts";
import { skipOlderMessages } from "../../../src/store/reconnect/skipOlderMessages.ts";
import { pagedHistory, turns } from "../../support/pagedHistory.ts";
import { run, text } from "./wholeRuns.ts";

const refusal = new AgentKitError("http-status", "Not signed in.", { status: 401 });

const page = {
  messages: [{ id: "a1", role: "assistant", content: "Second" }],
  olderCursor: "1",
} as const;

/** An agent that tells this, and then fails. */
const refusing = (...told: readonly EventInput[]): Agent => ({
  async *run() {},
  async *connect() {
    for (const event of told) yield event;
    throw refusal;
  },
});

// Nobody here looks at what was asked.
const input = {} as Parameters<Agent["run"]>[0];
const signal = new AbortController().signal;

async function hear(agent: Agent) {
  const heard: unknown[] = [];
  try {
    for await (const yielded of agent.connect?.(input, { signal }) ?? []) {
      heard.push(...[yielded].flat());
    }
  } catch (thrown) {
    return { heard, thrown };
  }
  return { heard, thrown: undefined };
}

describe("a thread that is told again behind a page of it", () => {
  test("fails as its server does, behind what that has told", async () => {
    const second = run("r1", ...text("Second", "a1"));
    const third = run("r2", ...text("Third", "a2"));
    const agent = skipOlderMessages(refusing(...second, ...third), page);
    const { heard, thrown } = await hear(agent);
    expect(thrown).toBe(refusal);
    expect(heard).toEqual(expect.arrayContaining(third));
  });

  test("fails where its server tells nothing at all", async () => {
    expect(await hear(skipOlderMessages(refusing(), page))).toEqual({ heard: [], thrown: refusal });
  });

  test("says in the thread that its server has refused", async () => {
    const agent = { ...refusing(), ...pagedHistory(turns(0, 4), 2) };
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
    ["the page has nothing of the agent", { messages: [], olderCursor: "1" }],
  ])("is told as it is where %s", (_, whole) => {
    const agent = refusing();
    expect(skipOlderMessages(agent, whole)).toBe(agent);
  });
});
