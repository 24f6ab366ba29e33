import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput, type Thread } from "../../../src/core.ts";
import { dropped, none } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

describe("connect() that is cut off between two runs", () => {
  const first = run("r1", ...text("One", "m1"));
  const second = run("r2", ...text("Two", "m2"));
  const reconnect = { firstMs: 0, attempts: 3 };

  /** A server whose connections say this, one after another, and break unless it is `whole`. */
  function cutAgent(...answers: readonly { told: readonly EventInput[]; isWhole?: true }[]) {
    let connects = 0;
    const agent: Agent = {
      run: none,
      async *connect() {
        const { told, isWhole } = answers[connects++] ?? { told: [] };
        for (const event of told) yield structuredClone(event);
        if (!isWhole) throw dropped();
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
  ] as const)("behind %s asks for what follows", async (_, told, next, shown) => {
    const { agent, count } = cutAgent(
      { told: told as readonly EventInput[] },
      { told: next, isWhole: true },
    );
    const thread = createThread({ agent, threadId: "t1", reconnect });
    expect((await thread.connect()).outcome).toBe("success");
    expect(count()).toBe(2);
    expect(contents(thread)).toEqual(shown);
    expect(thread.getSnapshot().run.status).toBe("idle");
  });

  test("has heard all when the next answer says nothing, and ends", async () => {
    const { agent, count } = cutAgent({ told: first }, { told: [], isWhole: true });
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
    ["says nothing", first, []],
    ["tells what is known", first, first],
    ["says anew what is known", restated, restated],
  ])("asks as often as it may while each answer %s, and breaks as well", async (_, told, again) => {
    const { agent, count } = cutAgent(
      { told },
      ...Array.from({ length: 9 }, () => ({ told: again })),
    );
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, error } = await thread.connect();
    expect([outcome, error?.code]).toEqual(["error", "network"]);
    expect(count()).toBe(1 + reconnect.attempts);
    expect(contents(thread)).toEqual(["One"]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "error", outcome: "success" });
  });

  test("hears a run that is told first when it has broken there twice", async () => {
    const whole = { told: [...first, ...second], isWhole: true } as const;
    const { agent, count } = cutAgent({ told: first }, { told: first }, whole);
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, newMessages } = await thread.connect();
    expect(outcome).toBe("success");
    expect(newMessages.map(({ content }) => content)).toEqual(["One", "Two"]);
    expect(count()).toBe(3);
    expect(contents(thread)).toEqual(["One", "Two"]);
  });
});
