import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import {
  runError,
  runStarted,
  type ScriptStep,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

/** Fails a first run by the script, retries, and returns the second input. */
async function retryAfter(...script: readonly ScriptStep[]) {
  const agent = scriptedAgent(script, textRun("Better", { messageId: "better" }));
  const thread = createThread({ agent });
  await thread.send("Hello");
  const result = await thread.retry();
  return { result, sent: agent.inputs[1]?.messages, thread };
}

const events = (...list: EventInput[]) => list;

describe("retry", () => {
  test("runs again on the user message, without the unfinished answer", async () => {
    const { result, sent, thread } = await retryAfter(
      runStarted(),
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      runError("boom"),
    );
    expect(sent).toMatchObject([{ role: "user", content: "Hello" }]);
    expect(sent).toHaveLength(1);
    expect(result.outcome).toBe("success");
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual([
      "Hello",
      "Better",
    ]);
  });

  test("keeps what the failed run had finished", async () => {
    const { sent } = await retryAfter(
      runStarted(),
      events(
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Whole" },
        { type: "TEXT_MESSAGE_END", messageId: "m1" },
        { type: "REASONING_MESSAGE_START", messageId: "t1", role: "reasoning" },
      ),
    );
    expect(sent?.map(({ content }) => content)).toEqual(["Hello", "Whole"]);
  });

  test("drops an unfinished call and keeps the text and calls beside it", async () => {
    const { sent } = await retryAfter(
      runStarted(),
      events(
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me look" },
        { type: "TEXT_MESSAGE_END", messageId: "m1" },
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
        { type: "TOOL_CALL_START", toolCallId: "c2", toolCallName: "g", parentMessageId: "m1" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c2", delta: '{"a"' },
      ),
    );
    expect(sent?.slice(1)).toEqual([
      {
        id: "m1",
        role: "assistant",
        content: "Let me look",
        toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { id: "x1", role: "tool", toolCallId: "c1", content: "ok" },
    ]);
  });

  test("drops an unfinished text and keeps the calls beside it", async () => {
    const { sent } = await retryAfter(
      runStarted(),
      events(
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me" },
      ),
    );
    expect(sent?.[1]).toMatchObject({ id: "m1", toolCalls: [{ id: "c1" }] });
    expect(sent?.[1]).not.toHaveProperty("content");
  });

  test("drops a message that contains only the unfinished call", async () => {
    const { sent, thread } = await retryAfter(
      runStarted(),
      events({ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" }),
    );
    expect(sent).toHaveLength(1);
    expect(thread.getSnapshot().toolCalls).toEqual({});
  });

  test("uses the parameters of the last run", async () => {
    const agent = scriptedAgent([runError("boom")], textRun("Hi"));
    const thread = createThread({ agent });
    const tools = [{ name: "ask", description: "" }];
    const context = [{ description: "place", value: "Rome" }];
    await thread.send("Hello", { tools, context, forwardedProps: { model: "large" } });
    await thread.retry();
    expect(agent.inputs[1]).toMatchObject({ tools, context, forwardedProps: { model: "large" } });
    expect(agent.inputs[1]?.runId).not.toBe(agent.inputs[0]?.runId);
  });

  test("sends the current state, not the one of the last run", async () => {
    const agent = scriptedAgent([runError("boom")], textRun("Hi"));
    const thread = createThread<unknown>({ agent });
    await thread.run({ state: { n: 1 } });
    thread.setState({ n: 2 });
    await thread.retry();
    expect(agent.inputs[1]?.state).toEqual({ n: 2 });
  });

  test("runs again after a successful run", async () => {
    const agent = scriptedAgent(textRun("One"), textRun("Two"));
    const thread = createThread({ agent });
    await thread.send("Hello");
    expect((await thread.retry()).newMessages).toMatchObject([{ content: "Two" }]);
  });

  test("runs a new thread", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    expect((await thread.retry()).outcome).toBe("success");
  });
});
