import { expect, test } from "vitest";
import type { Message } from "../../../src/core.ts";
import { appendMessages } from "../../../src/reducer/messageUpdates.ts";
import { beginRun } from "../../../src/reducer/runUpdates.ts";
import { reduce, thread } from "../reduce.ts";

const loaded: Message[] = [{ id: "old", role: "assistant", content: "Hello" }];

function send(at: number) {
  const before = thread({ messages: loaded });
  const sent = appendMessages(before, [{ id: "u", role: "user", content: "Hi" }]);
  return beginRun(sent, { runId: "r", toolNames: [], at });
}

test("a sent message has the time at which its run begins, a loaded message has none", () => {
  expect(send(10).timings).toEqual({ u: { startedAt: 10 } });
});

test("a message that is sent again with a retry keeps its first time", () => {
  expect(beginRun(send(10), { runId: "r2", toolNames: [], at: 99 }).timings).toEqual({
    u: { startedAt: 10 },
  });
});

test("a streamed message has the time of its first event", () => {
  const { timings } = reduce(
    send(10),
    { type: "RUN_STARTED", threadId: "t", runId: "r", timestamp: 11 },
    { type: "TEXT_MESSAGE_START", messageId: "a", role: "assistant", timestamp: 12 },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "a", delta: "Hi", timestamp: 13 },
    { type: "TEXT_MESSAGE_END", messageId: "a", timestamp: 14 },
    { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "look", timestamp: 15 },
  );
  expect(timings).toEqual({
    u: { startedAt: 10 },
    a: { startedAt: 12 },
    c: { startedAt: 15 },
  });
});

test("messages that only a snapshot of the server has get no time", () => {
  const { timings } = reduce(
    thread(),
    { type: "RUN_STARTED", threadId: "t", runId: "r", timestamp: 1 },
    { type: "MESSAGES_SNAPSHOT", messages: loaded, timestamp: 2 },
  );
  expect(timings).toEqual({});
});
