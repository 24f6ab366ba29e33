import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, type Thread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** Records every listener call of a thread in one list. */
function record(thread: Thread) {
  const calls: string[] = [];
  thread.subscribe({
    onEvent: ({ type }) => calls.push(type),
    onMessage: ({ id, role, content }) =>
      calls.push(`message ${role} ${role === "user" ? "" : id} ${JSON.stringify(content)}`),
    onToolCall: ({ id, function: { arguments: args } }) => calls.push(`call ${id} ${args}`),
    onIssue: ({ code, count }) => calls.push(`issue ${code} ${count}`),
    onRunStart: () => calls.push("start"),
    onRunEnd: ({ outcome }) => calls.push(`end ${outcome}`),
  });
  return calls;
}

describe("listeners receive", () => {
  test("the start and the end of a run, in order", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi", { messageId: "m1" })) });
    const calls = record(thread);
    await thread.send("Hello");
    expect(calls).toEqual([
      'message user  "Hello"',
      "start",
      "RUN_STARTED",
      "TEXT_MESSAGE_START",
      "TEXT_MESSAGE_CONTENT",
      "TEXT_MESSAGE_END",
      'message assistant m1 "Hi"',
      "RUN_FINISHED",
      "end success",
    ]);
  });

  test("every complete message and tool call", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        { type: "REASONING_MESSAGE_CHUNK", messageId: "t1", delta: "hm" },
        { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" },
        { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
        { type: "ACTIVITY_SNAPSHOT", messageId: "p1", activityType: "PLAN", content: { n: 1 } },
        runFinished(),
      ]),
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.filter((line) => /^(message|call)/.test(line))).toEqual([
      'message reasoning t1 "hm"',
      "call c1 {}",
      'message tool x1 "ok"',
      'message activity p1 {"n":1}',
      "message assistant c1 undefined",
    ]);
  });

  test("messages with the id they have in the thread", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        { type: "TEXT_MESSAGE_CHUNK", messageId: "u1", delta: "Hi" },
        { type: "REASONING_MESSAGE_CHUNK", messageId: "u1", delta: "hm" },
        { type: "TOOL_CALL_RESULT", messageId: "u1", toolCallId: "c1", content: "ok" },
        runFinished(),
      ]),
      initialMessages: [{ id: "u1", role: "user", content: "Hello" }],
    });
    const calls = record(thread);
    const { newMessages } = await thread.run();
    const ids = newMessages.map(({ id }) => id);
    expect(ids).not.toContain("u1");
    expect(calls.filter((line) => line.startsWith("message"))).toEqual([
      `message assistant ${ids[0]} "Hi"`,
      `message reasoning ${ids[1]} "hm"`,
      `message tool ${ids[2]} "ok"`,
    ]);
  });

  test("every message of a batch, also of several runs", async () => {
    const run = (runId: string, messageId: string): EventInput[] => [
      { ...started, runId } as EventInput,
      { type: "TEXT_MESSAGE_START", messageId },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: messageId },
      { type: "TEXT_MESSAGE_END", messageId },
      { ...finished, runId } as EventInput,
    ];
    const thread = createThread({
      agent: scriptedAgent([[...run("r1", "a"), ...run("r2", "b")]]),
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.filter((line) => line.startsWith("message"))).toEqual([
      'message assistant a "a"',
      'message assistant b "b"',
    ]);
  });

  test("no message that an event only names", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        { type: "TEXT_MESSAGE_END", messageId: "u1" },
        { type: "REASONING_MESSAGE_END", messageId: "u1" },
        { type: "ACTIVITY_SNAPSHOT", messageId: "u1", activityType: "PLAN", content: {} },
        runFinished(),
      ]),
      initialMessages: [{ id: "u1", role: "user", content: "Hello" }],
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.filter((line) => line.startsWith("message"))).toEqual([]);
  });

  test("the results added for unanswered calls", async () => {
    const thread = createThread({
      agent: scriptedAgent(textRun("Hi")),
      initialMessages: [
        {
          id: "a1",
          role: "assistant",
          toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: "" } }],
        },
      ],
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.filter((line) => line.startsWith("message"))).toEqual([
      expect.stringMatching(/^message tool/),
      expect.stringMatching(/^message assistant/),
    ]);
  });

  test("messages and calls without an end event, when the run ends", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{" },
        { type: "MESSAGES_SNAPSHOT", messages: [{ id: "a1", role: "assistant", content: "Hi" }] },
      ]),
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.slice(-4)).toEqual([
      'message assistant a1 "Hi"',
      "call c1 {",
      'message assistant m1 "Hel"',
      "end error",
    ]);

    const cutOff = createThread({
      agent: scriptedAgent([
        runStarted(),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f", parentMessageId: "m1" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{" },
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      ]),
    });
    const received = record(cutOff);
    await cutOff.run();
    expect(received.slice(-3)).toEqual(["call c1 {", 'message assistant m1 "Hel"', "end error"]);
  });

  test("issues when they are found, also repeated ones", async () => {
    const end: EventInput = { type: "TEXT_MESSAGE_END", messageId: "ghost" };
    const thread = createThread({
      agent: scriptedAgent([runStarted(), end, end, { type: "X" } as never, runFinished()]),
    });
    const calls = record(thread);
    await thread.run();
    expect(calls.filter((line) => line.startsWith("issue"))).toEqual([
      "issue not-open 1",
      "issue not-open 2",
      "issue unknown-event 1",
    ]);
    expect(calls).not.toContain("X");
  });

  test("events with the snapshot after them and their timestamp", async () => {
    const thread = createThread({
      agent: scriptedAgent([
        started,
        { type: "RAW", event: 1, timestamp: 3, tomorrow: true } as EventInput,
        finished,
      ]),
      now: () => 7,
    });
    const received: unknown[] = [];
    thread.subscribe({
      onEvent(event, snapshot) {
        received.push([event, snapshot.run.runId]);
      },
    });
    await thread.run();
    expect(received).toEqual([
      [{ ...started, timestamp: 7 }, "r1"],
      [{ type: "RAW", event: 1, timestamp: 3, tomorrow: true }, "r1"],
      [{ ...finished, timestamp: 7 }, "r1"],
    ]);
  });

  test("nothing after they were removed", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    const onEvent = vi.fn();
    const remove = thread.subscribe({ onEvent });
    await thread.run();
    const received = onEvent.mock.calls.length;
    remove();
    remove();
    await thread.run();
    expect(received).toBeGreaterThan(0);
    expect(onEvent).toHaveBeenCalledTimes(received);
  });
});

test("calls a listener with its own `this`", async () => {
  class Log {
    lines: string[] = [];
    onRunEnd({ outcome }: { readonly outcome: string }) {
      this.lines.push(outcome);
    }
  }
  const log = new Log();
  const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
  thread.subscribe(log);
  await thread.run();
  expect(log.lines).toEqual(["success"]);
});
