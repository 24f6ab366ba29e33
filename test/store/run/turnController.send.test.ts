import { describe, expect, test } from "vitest";
import { createThread, type Message } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { createIdCounter } from "../thread/idCounter.ts";

describe("send", () => {
  test("shows the user's message before the agent answers", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, createId: createIdCounter(), now: () => 5 });
    const ended = thread.send("Hello");
    expect(thread.store.getState()).toMatchObject({
      messages: [{ id: "id-1", role: "user", content: "Hello" }],
      run: { status: "submitted", runId: "id-2", startedAt: 5 },
    });
    await agent.finish();
    await ended;
  });

  test("sends the conversation and resolves with the messages of the run", async () => {
    const agent = scriptedAgent(textRun("Hi", { messageId: "m1" }));
    const thread = createThread({ agent, threadId: "t1", createId: createIdCounter() });
    const { outcome, result, newMessages, error } = await thread.send("Hello");
    expect(agent.inputs).toMatchObject([
      { threadId: "t1", runId: "id-2", messages: [{ role: "user", content: "Hello" }] },
    ]);
    expect(outcome).toBe("success");
    expect(result).toBeUndefined();
    expect(error).toBeUndefined();
    expect(newMessages).toEqual([{ id: "m1", role: "assistant", content: "Hi" }]);
    expect(newMessages[0]).toBe(thread.getSnapshot().messages[1]);
  });

  test("starts without the results of the last run", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const first = thread.send("1");
    const { threadId, runId } = await agent.started();
    await agent.emit(
      { type: "RUN_STARTED", threadId, runId, parentRunId: "r0" },
      { type: "STEP_STARTED", stepName: "plan" },
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "RUN_ERROR", message: "boom" },
    );
    await agent.finish();
    await first;
    const second = thread.send("2");
    const { run, steps } = thread.getSnapshot();
    expect(steps).toEqual([]);
    expect(Object.keys(run).sort()).toEqual([
      "pendingToolCallIds",
      "runId",
      "startedAt",
      "status",
      "unfinishedIds",
    ]);
    expect(run.unfinishedIds).toEqual([]);
    await agent.finish();
    await second;
  });

  test("sends the whole conversation", async () => {
    const agent = scriptedAgent(textRun("One"), textRun("Two"));
    const thread = createThread({ agent });
    await thread.send("1");
    const { newMessages } = await thread.send("2");
    expect(newMessages).toMatchObject([{ content: "Two" }]);
    expect(agent.inputs[1]?.messages.map(({ content }) => content)).toEqual(["1", "One", "2"]);
  });

  test("resolves with the result of RUN_FINISHED, also null", async () => {
    const agent = scriptedAgent(
      [runStarted(), runFinished({ result: { n: 1 } })],
      [runStarted(), runFinished({ result: null })],
    );
    const thread = createThread({ agent });
    expect((await thread.run()).result).toEqual({ n: 1 });
    expect((await thread.run()).result).toBeNull();
  });

  test("accepts content parts and upgrades older ones", async () => {
    const agent = scriptedAgent(textRun("A cat"));
    const thread = createThread({ agent });
    const binary = { type: "binary", mimeType: "image/png", data: "aGk=" };
    await thread.send([{ type: "text", text: "What is this?" }, binary as never]);
    const content = [
      { type: "text", text: "What is this?" },
      { type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } },
    ];
    expect(agent.inputs[0]?.messages).toMatchObject([{ content }]);
    expect(thread.getSnapshot().messages[0]).toMatchObject({ content });
  });

  test.each<[string, unknown]>([
    ["an object", { text: "Hello" }],
    ["a part with a BigInt", [{ type: "text", text: "Hello", metadata: { size: 1n } }]],
    [
      "a part that is nested too deeply",
      [
        {
          type: "text",
          text: "Hello",
          metadata: JSON.parse(`${"[".repeat(600)}${"]".repeat(600)}`),
        },
      ],
    ],
  ])("rejects %s as content and leaves no trace of it", async (_, content) => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    const before = thread.getSnapshot();
    await expect(thread.send(content as never)).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(thread.getSnapshot()).toBe(before);
    expect(agent.inputs).toEqual([]);
    expect((await thread.send("Hello")).outcome).toBe("success");
  });

  test("keeps and sends an edit of the state that is made while the input is prepared", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const call = { id: "c1", type: "function" as const, function: { name: "f", arguments: "" } };
    const thread = createThread({
      agent,
      initialState: { n: 0 },
      // The open call has to be answered before anything is sent.
      initialMessages: [{ id: "a1", role: "assistant", toolCalls: [call] }],
    });
    const ended = thread.send("Hello");
    expect(thread.store.getState().run.status).toBe("submitted");
    thread.setState({ n: 1 });
    await ended;
    expect(thread.getSnapshot().visibleState).toEqual({ n: 1 });
    expect(agent.inputs[0]?.state).toEqual({ n: 1 });
  });
});

describe("run", () => {
  test("runs the agent on the current conversation", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({
      agent,
      initialMessages: [{ id: "u1", role: "user", content: "Hello" }],
    });
    const { newMessages } = await thread.run();
    expect(agent.inputs[0]?.messages).toEqual([{ id: "u1", role: "user", content: "Hello" }]);
    expect(newMessages).toHaveLength(1);
  });

  test("counts messages of a MESSAGES_SNAPSHOT as new, and dropped ones as gone", async () => {
    const agent = scriptedAgent([
      runStarted(),
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u1", role: "user", content: "Hello" },
          { id: "a1", role: "assistant", content: "Hi" },
        ],
      },
      runFinished(),
    ]);
    const thread = createThread({
      agent,
      initialMessages: [
        { id: "u1", role: "user", content: "Hello" },
        { id: "u2", role: "user", content: "Bye" },
      ],
    });
    const { newMessages } = await thread.run();
    expect(newMessages.map(({ id }) => id)).toEqual(["a1"]);
  });
});

describe("a running thread", () => {
  test("rejects another run until it has ended", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const first = thread.send("Hello");
    for (const refused of [thread.send("Again"), thread.run(), thread.retry()]) {
      await expect(refused).rejects.toMatchObject({ code: "thread-busy" });
    }
    expect(() => thread.setMessages([])).toThrow(expect.objectContaining({ code: "thread-busy" }));
    expect(thread.getSnapshot().messages).toHaveLength(1);
    await agent.finish();
    await first;
    const second = thread.send("Again");
    await agent.finish();
    expect((await second).error?.code).toBe("incomplete-stream");
  });

  test("can be run again by a listener of its end", async () => {
    const agent = scriptedAgent(textRun("One"), textRun("Two"));
    const thread = createThread({ agent });
    let second: Promise<unknown> | undefined;
    thread.subscribe({
      onRunEnd() {
        second ??= thread.send("2");
      },
    });
    await thread.send("1");
    await expect(second).resolves.toMatchObject({ outcome: "success" });
  });
});

describe("createThread", () => {
  test("does nothing until it runs", () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    expect(thread.getSnapshot().run.status).toBe("idle");
    expect(thread.getSnapshot()).toBe(thread.store.getState());
    expect(thread.store.getInitialState()).toBe(thread.store.getState());
    expect(agent.inputs).toEqual([]);
  });

  test("gives every thread its own id", () => {
    const agent = scriptedAgent(textRun("Hi"));
    const ids = [createThread({ agent }), createThread({ agent })].map(({ threadId }) => threadId);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain("");
  });

  test.each<[string, unknown]>([
    ["a message without an id", { role: "user", content: "Hi" }],
    ["a message with an empty id", { id: "", role: "user", content: "Hi" }],
    ["a message of no role", { id: "u2", content: "Hi" }],
    ["something that is no message", null],
    ["a message that cannot be read", { id: "u2", role: "tool", content: "Hi" }],
    ["a part that would be lost", { id: "u2", role: "user", content: [{ type: "hologram" }] }],
  ])("rejects %s", (_, message) => {
    const initialMessages = [{ id: "u1", role: "user", content: "Hi" }, message] as Message[];
    expect(() => createThread({ agent: scriptedAgent([]), initialMessages })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("rejects an invalid snapshot", () => {
    const snapshot = { threadId: "t1", messages: [] } as never;
    expect(() => createThread({ agent: scriptedAgent([]), snapshot })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("has a store that cannot be written to", () => {
    const { store } = createThread({ agent: scriptedAgent([]) });
    expect(store).not.toHaveProperty("setState");
  });
});
