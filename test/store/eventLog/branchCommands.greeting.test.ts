import { describe, expect, test } from "vitest";
import { createThread, type Message, parseThread, serializeThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { contentsOfMessages } from "../../support/threadViews.ts";

const system: Message = { id: "s1", role: "system", content: "Be kind." };
const greeting: Message = { id: "g1", role: "assistant", content: "How can I help?" };

const fail = () => {
  throw new Error("offline");
};

const createAnsweringAgent = () => scriptedAgent(textRun("A1"), textRun("A2"));

const refused = { code: "invalid-argument", message: expect.stringContaining("no user message") };

describe("regenerate() without a user message", () => {
  test.each<[string, Message[]]>([
    ["a greeting", [system, greeting]],
    ["nothing", []],
  ])(
    "refuses and starts no run where the application has written %s",
    async (_, initialMessages) => {
      const agent = createAnsweringAgent();
      const thread = createThread({ agent, initialMessages });
      const before = thread.getSnapshot();
      await expect(thread.regenerate()).rejects.toMatchObject(refused);
      expect(agent.inputs).toEqual([]);
      expect(thread.getSnapshot()).toBe(before);
      // The thread is free afterwards.
      expect(await thread.send("Q")).toMatchObject({ outcome: "success" });
    },
  );

  test("refuses a greeting that the user has answered, also after a reload", async () => {
    const agent = createAnsweringAgent();
    const thread = createThread({ agent, initialMessages: [greeting] });
    await thread.send("Q");
    await expect(thread.regenerate("g1")).rejects.toMatchObject(refused);
    const copy = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    await expect(copy.regenerate("g1")).rejects.toMatchObject(refused);
    expect(agent.inputs).toHaveLength(1);
  });

  test("refuses a greeting that a snapshot names by another id", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        {
          type: "MESSAGES_SNAPSHOT",
          messages: [
            { ...greeting, id: "stored-1" },
            { id: "stored-2", role: "user", content: "Q" },
            { id: "stored-3", role: "assistant", content: "A" },
          ],
        },
        runFinished(),
      ],
      textRun("A2"),
    );
    const thread = createThread({ agent, initialMessages: [greeting] });
    await thread.send("Q");
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["How can I help?", "Q", "A"]);
    await expect(thread.regenerate("stored-1")).rejects.toMatchObject(refused);
    const copy = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    await expect(copy.regenerate("stored-1")).rejects.toMatchObject(refused);
    expect(agent.inputs).toHaveLength(1);
  });

  test("runs again an agent that spoke first, after the greeting of the application", async () => {
    const agent = createAnsweringAgent();
    const thread = createThread({ agent, initialMessages: [system, greeting] });
    await thread.run();
    expect(await thread.regenerate()).toMatchObject({ outcome: "success" });
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["Be kind.", "How can I help?", "A2"]);
    expect(agent.inputs[1]?.messages).toEqual([system, greeting]);
    await thread.switchBranch("g1", 0);
    expect(contentsOfMessages(thread.getSnapshot())).toEqual(["Be kind.", "How can I help?", "A1"]);
  });

  test("refuses the greeting before an agent that spoke first", async () => {
    const agent = createAnsweringAgent();
    const thread = createThread({ agent, initialMessages: [system, greeting] });
    await thread.run();
    await expect(thread.regenerate("g1")).rejects.toMatchObject(refused);
    const copy = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    await expect(copy.regenerate("g1")).rejects.toMatchObject(refused);
  });

  test.each<[string, Message[]]>([
    ["a greeting", [system, greeting]],
    ["nothing", []],
  ])("runs again after a failure before RUN_STARTED, after %s", async (_, initialMessages) => {
    const agent = scriptedAgent(textRun("A1"), fail, textRun("A2"));
    const thread = createThread({ agent, initialMessages });
    await thread.run();
    expect(await thread.regenerate()).toMatchObject({ outcome: "error" });
    expect(thread.getSnapshot().messages).toEqual(initialMessages);
    const copy = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    expect(await copy.regenerate()).toMatchObject({ outcome: "success" });
    expect(contentsOfMessages(copy.getSnapshot())).toEqual([
      ...contentsOfMessages({ messages: initialMessages }),
      "A2",
    ]);
  });
});
