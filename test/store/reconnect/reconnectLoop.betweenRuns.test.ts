import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";
import { connectionError, emptyStream } from "./cuttableAgent.ts";

describe("connect() that is cut off between two runs", () => {
  const first = runEvents("r1", ...assistantText("One", "m1"));
  const second = runEvents("r2", ...assistantText("Two", "m2"));
  const reconnect = { firstMs: 0, attempts: 3 };

  /** Creates a server whose connections replay these answers in order and break unless `isWhole` is set. */
  function createCutAgent(
    ...answers: readonly { replayed: readonly EventInput[]; isWhole?: true }[]
  ) {
    let connects = 0;
    const agent: Agent = {
      run: emptyStream,
      async *connect() {
        const { replayed, isWhole } = answers[connects++] ?? { replayed: [] };
        for (const event of replayed) yield structuredClone(event);
        if (!isWhole) throw connectionError();
      },
    };
    return { agent, count: () => connects };
  }

  test.each([
    ["a run", first, [...first, ...second], ["One", "Two"]],
    [
      "the messages of the thread",
      [{ type: "MESSAGES_SNAPSHOT", messages: [{ id: "m0", role: "user", content: "Hi" }] }],
      second,
      ["Hi", "Two"],
    ],
  ] as const)(
    "connects again after %s and receives the next run",
    async (_, replayed, next, shown) => {
      const { agent, count } = createCutAgent(
        { replayed: replayed as readonly EventInput[] },
        { replayed: next, isWhole: true },
      );
      const thread = createThread({ agent, threadId: "t1", reconnect });
      expect((await thread.connect()).outcome).toBe("success");
      expect(count()).toBe(2);
      expect(shownContents(thread)).toEqual(shown);
      expect(thread.getSnapshot().run.status).toBe("idle");
    },
  );

  test("succeeds when the next connection ends without events", async () => {
    const { agent, count } = createCutAgent({ replayed: first }, { replayed: [], isWhole: true });
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, newMessages } = await thread.connect();
    expect(outcome).toBe("success");
    expect(newMessages).toMatchObject([{ content: "One" }]);
    expect(count()).toBe(2);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });

  const restated: readonly EventInput[] = [
    { type: "MESSAGES_SNAPSHOT", messages: [{ id: "m1", role: "assistant", content: "One" }] },
  ];
  test.each([
    ["sends nothing", first, []],
    ["replays known events", first, first],
    ["restates known messages", restated, restated],
  ])("uses up its attempts when each connection %s and breaks", async (_, replayed, again) => {
    const { agent, count } = createCutAgent(
      { replayed },
      ...Array.from({ length: 9 }, () => ({ replayed: again })),
    );
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, error } = await thread.connect();
    expect([outcome, error?.code]).toEqual(["error", "network"]);
    expect(count()).toBe(1 + reconnect.attempts);
    expect(shownContents(thread)).toEqual(["One"]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "error", outcome: "success" });
  });

  test("receives the second run after two connections broke at the end of the first", async () => {
    const whole = { replayed: [...first, ...second], isWhole: true } as const;
    const { agent, count } = createCutAgent({ replayed: first }, { replayed: first }, whole);
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, newMessages } = await thread.connect();
    expect(outcome).toBe("success");
    expect(newMessages.map(({ content }) => content)).toEqual(["One", "Two"]);
    expect(count()).toBe(3);
    expect(shownContents(thread)).toEqual(["One", "Two"]);
  });
});
