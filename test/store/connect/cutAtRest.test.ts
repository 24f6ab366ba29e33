// @vitest-environment node
import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { dropped, none } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

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
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual(shown);
    expect(thread.getSnapshot().run.status).toBe("idle");
  });

  test.each([
    ["says nothing", { told: [], isWhole: true }],
    ["tells what is known, and breaks as well", { told: first }],
  ] as const)("has heard all when the next answer %s", async (_, answer) => {
    const { agent, count } = cutAgent({ told: first }, answer);
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, newMessages } = await thread.connect();
    expect(outcome).toBe("success");
    expect(newMessages).toMatchObject([{ content: "One" }]);
    expect(count()).toBe(2);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });

  test("says that it could not hear what follows, and leaves the run that it has heard as it ended", async () => {
    const { agent, count } = cutAgent({ told: first });
    const thread = createThread({ agent, threadId: "t1", reconnect });
    const { outcome, error } = await thread.connect();
    expect(outcome).toBe("error");
    expect(error?.code).toBe("network");
    expect(count()).toBe(4);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });
});
