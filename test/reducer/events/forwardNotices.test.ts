import { describe, expect, test } from "vitest";
import type { EventInput, Message } from "../../../src/core.ts";
import { beginRun } from "../../../src/reducer/runUpdates.ts";
import { calls, finished, messages, started, startedWithTools, user } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const caller = (id: string, toolCallId: string): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: toolCallId, type: "function", function: { name: "look", arguments: "{}" } }],
});

const result = (id: string, toolCallId: string, content: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});

const notice = (toolCallId: string) => result("n1", toolCallId, "Forwarded to client");

const resultsIn = ({ messages: list }: { readonly messages: readonly Message[] }) =>
  list.filter(({ role }) => role === "tool");

describe("a result in a snapshot that only says that the call was forwarded", () => {
  test.each<[string, Message[]]>([
    ["at the end", [user("u1"), caller("a1", "c1"), notice("c1")]],
    ["beside a later text", [user("u1"), caller("a1", "c1"), notice("c1"), assistant()]],
  ])("leaves a streamed call to its handler: %s", (_, list) => {
    const {
      run,
      toolCalls,
      messages: shown,
    } = reduce(
      thread({ messages: [user("u1")] }),
      startedWithTools("look"),
      ...calls("c1", "look", "{}", { parentMessageId: "a1" }),
      messages(list),
      finished(),
    );
    expect(run.pendingToolCallIds).toEqual(["c1"]);
    expect(toolCalls.c1).toMatchObject({ status: "pending" });
    expect(shown).toEqual(list.filter(({ role }) => role !== "tool"));
  });

  test.each([
    "Forwarded to client",
    "Forwarded to client. Waiting",
    'Tool call "look" forwarded to the client',
    "The tool call was forwarded to the browser.",
    "Tool call look was forwarded to the client",
    "Tool call forwarded to client for execution",
    "Call forwarded to the client-side handler",
    "Forwarded to frontend tool look",
    "The call `look` has been forwarded to the frontend, waiting.",
    "forwarded_to_client",
    '{"status":"forwarded_to_client"}',
    '{"status":"forwarded"}',
    '{"status": "pending_client", "tool_call_id": "c1"}',
    '{"status":"awaiting-client-result"}',
    '{"status":"waiting_for_client"}',
    '{"state":"delegated_to_frontend"}',
    '{"status":"forwarded","target":"client"}',
    '{"status":"forwarded","message":"Tool call forwarded to client"}',
    '{"forwarded":true}',
    '"Tool call forwarded to client"',
    '[{"type":"text","text":"Tool call forwarded to client"}]',
    '{"message":"Tool call forwarded to client","tool":"look"}',
    '{ "message": "Tool call look was forwarded to the client." }',
  ])("leaves a call that comes in the snapshot to its handler: %s", (text) => {
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      startedWithTools("look"),
      messages([user("u1"), caller("a1", "c1"), result("n1", "c1", text)]),
      finished(),
    );
    expect(snapshot.run.pendingToolCallIds).toEqual(["c1"]);
    expect(resultsIn(snapshot)).toEqual([]);
  });

  test.each([
    "Forwarded to client success manager Ann",
    "The invoice was forwarded to the client",
    "Sent to the client",
    "Tool call log: 3 entries were forwarded to the client",
    "Not forwarded to client",
    "Forwarded to client@example.com",
    '{"status":"forwarded_to_client","invoice":42}',
    '{"status":"forwarded_to_client","sent":false}',
    '{"status":"sent"}',
    '{"status":"pending"}',
    '{"status":"forwarded","invoice":42}',
    '{"status":"forwarded","to":"ann@example.com"}',
    '{"status":"forwarded","message":"Ann has the letter"}',
    '{"forwarded":false}',
    '{"forwarded":true,"count":3}',
    '{"tool":"look","id":"c1"}',
    "forwarded",
    '{"success":true}',
    "{}",
    '["Forwarded to client"]',
    `Forwarded to client${".".repeat(200)}`,
  ])("is an answer when it says anything else: %s", (text) => {
    const list = [user("u1"), caller("a1", "c1"), result("n1", "c1", text)];
    const snapshot = reduce(
      thread({ messages: [user("u1")] }),
      startedWithTools("look"),
      messages(list),
      finished(),
    );
    expect(snapshot.messages).toEqual(list);
    expect(snapshot.run.pendingToolCallIds).toEqual([]);
  });

  test("does not replace the result of this client", () => {
    const own = result("own", "c1", "seen");
    const answered = thread({ messages: [user("u1"), caller("a1", "c1"), own] });
    const list = [user("u1"), caller("a1", "c1"), notice("c1"), assistant()];
    const snapshot = reduce(answered, startedWithTools("look"), messages(list), finished());
    expect(snapshot.messages).toEqual([user("u1"), caller("a1", "c1"), own, assistant()]);
    expect(snapshot.messages[2]).toBe(answered.messages[2]);
    expect(snapshot.toolCalls.c1).toBe(answered.toolCalls.c1);
  });

  test("gives way to another result of the call in the snapshot", () => {
    const answer = result("r1", "c1", "seen");
    const list = [user("u1"), caller("a1", "c1"), notice("c1"), answer];
    const snapshot = reduce(thread(), started(), messages(list), finished());
    expect(snapshot.messages).toEqual([user("u1"), caller("a1", "c1"), answer]);
  });

  test.each<[string, string, Message[]]>([
    ["nobody offers its tool", "other", [user("u1"), caller("a1", "c1"), notice("c1")]],
    [
      "the user has written since",
      "look",
      [user("u1"), caller("a1", "c1"), notice("c1"), user("u2", "So?")],
    ],
  ])("stays where %s", (_, tool, list) => {
    const snapshot = reduce(thread(), startedWithTools(tool), messages(list), finished());
    expect(snapshot.messages).toEqual(list);
    expect(snapshot.toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "n1" });
  });
});

function assistant(): Message {
  return { id: "a2", role: "assistant", content: "Look for yourself." };
}

test.each([[[]], [["other"]], [["look"]]])(
  "an event that says in a later run that a call was forwarded is no answer, with the tools %j",
  (toolNames) => {
    const before = reduce(
      thread({ messages: [user("u1")] }),
      startedWithTools("look"),
      ...calls("c1", "look", "{}"),
      finished(),
    );
    const { toolCalls, messages: shown } = reduce(
      beginRun(before, { runId: "r2", toolNames, at: 1 }),
      { type: "RUN_STARTED", threadId: "t1", runId: "r2" },
      { ...notice("c1"), type: "TOOL_CALL_RESULT", messageId: "n1" } as EventInput,
      { type: "RUN_FINISHED", threadId: "t1", runId: "r2" },
    );
    expect(shown).toEqual(before.messages);
    expect(toolCalls.c1).toEqual(before.toolCalls.c1);
  },
);
