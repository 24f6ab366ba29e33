import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  filterToolCalls,
  type ToolCallFilter,
  withMiddleware,
} from "../../../src/core.ts";
import { runFinished, runStarted, type ScriptStep, scriptedAgent } from "../../../src/testing.ts";

/** Returns the events of a call of the server with its result. */
const call = (id: string, name: string): readonly EventInput[] => [
  { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: '{"q":1}' },
  { type: "TOOL_CALL_END", toolCallId: id },
  { type: "TOOL_CALL_RESULT", messageId: `${id}r`, toolCallId: id, content: "found" },
];

async function shown(filter: ToolCallFilter, ...events: readonly ScriptStep[]) {
  const scripted = scriptedAgent([runStarted(), ...events, runFinished()]);
  const thread = createThread({ agent: withMiddleware(scripted, filterToolCalls(filter)) });
  const result = await thread.send("Hi");
  const { messages, toolCalls, issues } = thread.getSnapshot();
  expect(result.outcome).toBe("success");
  expect(issues).toEqual([]);
  return { calls: Object.keys(toolCalls), roles: messages.map(({ role }) => role) };
}

describe("a filter of tool calls", () => {
  test.each<[string, ToolCallFilter]>([
    ["the names to deny", { deny: ["lookup"] }],
    ["the names to allow", { allow: ["book"] }],
  ])("hides the calls of a tool and their results, by %s", async (_, filter) => {
    expect(await shown(filter, ...call("c1", "lookup"), ...call("c2", "book"))).toEqual({
      calls: ["c2"],
      roles: ["user", "assistant", "tool"],
    });
  });

  test("hides calls in chunks, also those without an id", async () => {
    const { calls } = await shown(
      { deny: ["lookup"] },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "lookup", delta: '{"q":' },
      { type: "TOOL_CALL_CHUNK", delta: "1}" },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c2", toolCallName: "book", delta: '{"q":' },
      { type: "TOOL_CALL_CHUNK", delta: "1}" },
    );
    expect(calls).toEqual(["c2"]);
  });

  test("hides calls in a messages snapshot, and messages that held nothing else", async () => {
    const asked = (id: string, names: readonly string[], content?: string) => ({
      id,
      role: "assistant" as const,
      ...(content !== undefined && { content }),
      toolCalls: names.map((name) => ({
        id: `${id}-${name}`,
        type: "function" as const,
        function: { name, arguments: "{}" },
      })),
    });
    const found = (toolCallId: string) =>
      ({ id: `${toolCallId}r`, role: "tool", toolCallId, content: "found" }) as const;
    const { calls, roles } = await shown(
      { deny: ["lookup"] },
      {
        type: "MESSAGES_SNAPSHOT",
        messages: [
          { id: "u1", role: "user", content: "Hi" },
          asked("a1", ["lookup"]),
          found("a1-lookup"),
          asked("a2", ["lookup", "book"]),
          found("a2-lookup"),
          found("a2-book"),
          asked("a3", ["lookup"], "One moment"),
          found("a3-lookup"),
        ],
      },
    );
    expect(calls).toEqual(["a2-book"]);
    expect(roles.filter((role) => role !== "user")).toEqual(["assistant", "tool", "assistant"]);
  });

  test("shows a call whose id a hidden call had in an earlier run", async () => {
    const { calls } = await shown(
      { deny: ["lookup"] },
      ...call("c1", "lookup"),
      runFinished(),
      { type: "RUN_STARTED", threadId: "t", runId: "again" },
      ...call("c1", "book"),
    );
    expect(calls).toHaveLength(1);
  });

  test("hides calls in snake case, and leaves what it cannot read to the validation", async () => {
    const events = [
      { type: "TOOL_CALL_START", tool_call_id: "c1", tool_call_name: "lookup" },
      { type: "TOOL_CALL_END", tool_call_id: "c1" },
      { type: "MESSAGES_SNAPSHOT" },
      { type: "MESSAGES_SNAPSHOT", messages: [null, { role: "assistant", toolCalls: [7, {}] }] },
    ];
    // Cast because the types know only events of 1.0.
    const scripted = scriptedAgent([runStarted(), events as unknown as ScriptStep, runFinished()]);
    const agent = withMiddleware(scripted, filterToolCalls({ deny: ["lookup"] }));
    const thread = createThread({ agent });
    expect(await thread.send("Hi")).toMatchObject({ outcome: "success" });
    expect(Object.keys(thread.getSnapshot().toolCalls)).not.toContain("c1");
  });

  test.each([[{}], [{ allow: [], deny: [] }]])("refuses the options %j", (options) => {
    // Cast because the types refuse these options too.
    expect(() => filterToolCalls(options as unknown as ToolCallFilter)).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
