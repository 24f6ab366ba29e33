import { describe, expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput, type Message } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { runEvents } from "../../support/runEvents.ts";
import { call, callEvents, resultsIn } from "../tools/calls.ts";

const QUESTION: Message = { id: "u1", role: "user", content: "Do it" };

const calling = (name: string): Message => ({
  id: "a1",
  role: "assistant",
  toolCalls: [{ id: "c1", type: "function", function: { name, arguments: "{}" } }],
});

const question: readonly EventInput[] = [
  { type: "TEXT_MESSAGE_START", messageId: "u1", role: "user" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "u1", delta: "Do it" },
  { type: "TEXT_MESSAGE_END", messageId: "u1" },
];

/** Connects a thread to a server that replays a run, and whose next run answers with text. */
async function connect(replay: readonly EventInput[], initialMessages: readonly Message[] = []) {
  const agent = scriptedAgent(textRun("Done"));
  const connectable: Agent = {
    run: (...args) => agent.run(...args),
    async *connect() {
      yield* structuredClone(replay);
    },
  };
  const pay = vi.fn(() => "paid");
  const thread = createThread({ agent: connectable, initialMessages });
  thread.registerTool({ name: "pay", handler: pay });
  thread.registerTool({ name: "ask" });
  const { outcome } = await thread.connect();
  return { agent, thread, pay, outcome };
}

/** Returns the run with a call of a tool, as a server may replay it. */
const replays = (name: string): readonly [string, readonly EventInput[]][] => [
  ["streams", runEvents("r1", ...question, ...callEvents([call(name, "{}")], "a1"))],
  [
    "states in a snapshot",
    runEvents("r1", { type: "MESSAGES_SNAPSHOT", messages: [QUESTION, calling(name)] }),
  ],
  [
    "streams and states in a snapshot",
    runEvents("r1", ...question, ...callEvents([call(name, "{}")], "a1"), {
      type: "MESSAGES_SNAPSHOT",
      messages: [QUESTION, calling(name)],
    }),
  ],
];

describe("a call without a result that the server replays to another device", () => {
  test.each(replays("pay"))("does not run its handler when the server %s it", async (_, replay) => {
    const { agent, thread, pay, outcome } = await connect(replay);
    expect(outcome).toBe("success");
    expect(thread.getSnapshot().messages).toHaveLength(2);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
    expect(pay).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(0);
  });

  test.each(replays("pay"))(
    "runs its handler on request when the server %s it",
    async (_, replay) => {
      const { agent, thread, pay } = await connect(replay);
      await thread.rerunToolCall("c1");
      expect(pay).toHaveBeenCalledTimes(1);
      expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "paid" });
      expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Done" });
    },
  );

  test.each(replays("ask"))("asks the user when the server %s it", async (_, replay) => {
    const { agent, thread } = await connect(replay);
    expect(thread.getSnapshot().run).toMatchObject({
      status: "waiting",
      pendingToolCallIds: ["c1"],
    });
    thread.answerToolCall("c1", { value: "yes" });
    await vi.waitUntil(() => thread.getSnapshot().messages.at(-1)?.content === "Done");
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "yes" });
  });

  test.each(replays("unknown"))(
    "is not answered for an unknown tool when the server %s it",
    async (_, replay) => {
      const { agent, thread } = await connect(replay);
      expect(agent.inputs).toHaveLength(0);
      expect(thread.getSnapshot().messages).toHaveLength(2);
    },
  );

  test.each(replays("pay"))(
    "runs its handler in a reloaded thread with the question when the server %s it",
    async (_, replay) => {
      const { agent, pay } = await connect(replay, [QUESTION]);
      expect(pay).toHaveBeenCalledTimes(1);
      expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "paid" });
    },
  );

  test("does not run its handler in a thread with an earlier question", async () => {
    const earlier: Message[] = [
      { id: "u0", role: "user", content: "Do it" },
      { id: "a0", role: "assistant", content: "Done before" },
    ];
    const [[, replay]] = replays("pay") as [[string, readonly EventInput[]]];
    const { pay, thread } = await connect(replay, earlier);
    expect(thread.getSnapshot().messages).toHaveLength(4);
    expect(pay).not.toHaveBeenCalled();
  });

  test("does not wait when the conversation has continued after it", async () => {
    const [[, replay]] = replays("ask") as [[string, readonly EventInput[]]];
    const next = runEvents("r2", {
      type: "TEXT_MESSAGE_CHUNK",
      messageId: "a2",
      delta: "Never mind",
    });
    const { thread } = await connect([...replay, ...next]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
  });
});
