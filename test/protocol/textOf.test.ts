import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Snapshot } from "../../src/core.ts";
import { manualAgent } from "../../src/testing.ts";

/** An object that throws when JavaScript converts it to text. */
const OBJECT: unknown = JSON.parse('{"toString":1,"valueOf":1}');

/** Returns the snapshot after a run with these events, which are faulty on purpose. */
async function run(...events: readonly object[]): Promise<Snapshot> {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const ended = thread.send("Hi");
  const { threadId, runId } = await agent.started();
  const last = { type: "RUN_FINISHED", threadId, runId };
  const all = [{ type: "RUN_STARTED", threadId, runId }, ...events, last];
  const emitted = agent.emit(...(all as readonly EventInput[])).then(() => agent.finish());
  const { outcome, error } = await ended;
  expect([outcome, error]).toEqual(["success", undefined]);
  await emitted;
  const snapshot = thread.getSnapshot();
  thread.dispose();
  return snapshot;
}

const textsOf = ({ messages }: Snapshot) => messages.slice(1).map(({ content }) => content);

describe("an object instead of a text", () => {
  test.each(["TEXT_MESSAGE", "REASONING_MESSAGE"])(
    "is an issue as the id of each event of a %s stream, whose text stays",
    async (type) => {
      const snapshot = await run(
        { type: `${type}_START`, messageId: OBJECT },
        { type: `${type}_CONTENT`, messageId: OBJECT, delta: "Hello" },
        { type: `${type}_END`, messageId: OBJECT },
      );
      expect(textsOf(snapshot)).toEqual(["Hello"]);
      expect(snapshot.issues.map(({ subject }) => subject)).toContain("messageId");
    },
  );

  test("is an issue as the id of the content and the end of a text", async () => {
    const snapshot = await run(
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: OBJECT, delta: "Hello" },
      { type: "TEXT_MESSAGE_END", messageId: OBJECT },
    );
    expect(textsOf(snapshot)).toEqual(["Hello"]);
    expect(snapshot.messages.at(-1)?.id).toBe("m1");
  });

  test("is an issue as the id of a call, whose arguments and result stay", async () => {
    const snapshot = await run(
      { type: "TOOL_CALL_START", toolCallId: OBJECT, toolCallName: "search" },
      { type: "TOOL_CALL_ARGS", toolCallId: OBJECT, delta: "{}" },
      { type: "TOOL_CALL_END", toolCallId: OBJECT },
      { type: "TOOL_CALL_RESULT", toolCallId: OBJECT, messageId: "t1", content: "found" },
    );
    expect(snapshot.messages).toMatchObject([
      { role: "user" },
      { toolCalls: [{ function: { name: "search", arguments: "{}" } }] },
      { role: "tool", content: "found" },
    ]);
  });

  test.each([
    ["outcome", OBJECT],
    ["type of the outcome", { type: OBJECT }],
    ["status of the outcome", { status: OBJECT }],
  ])("leaves a sub-agent finished as its %s", async (_, outcome) => {
    const { subagents } = await run(
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Helper" },
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1", outcome },
    );
    expect(subagents.s1).toMatchObject({ status: "finished" });
  });

  test.each(["user", "assistant", "tool"])(
    "is an issue as the type of a part of a message with the role %s",
    async (role) => {
      const content = [
        { type: OBJECT, text: "Hello" },
        { type: "tool_use", id: OBJECT, name: OBJECT, input: OBJECT },
        { type: "tool_result", tool_use_id: OBJECT, content: OBJECT },
      ];
      const { issues } = await run({
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "m1", role, content },
          { id: OBJECT, role, content },
        ],
      });
      expect(issues.length).toBeGreaterThan(0);
    },
  );

  test("leaves the run going as the status of a frame without a type", async () => {
    const snapshot = await run(
      { status: OBJECT, message: OBJECT },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hello" },
    );
    expect(textsOf(snapshot)).toEqual(["Hello"]);
  });
});
