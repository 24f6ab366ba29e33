import { describe, expect, test } from "vitest";
import { createSnapshot, type Message } from "../../src/core.ts";
import { throughJson } from "./reduce.ts";

describe("createSnapshot", () => {
  test("creates an idle thread without content", () => {
    expect(createSnapshot({ threadId: "t1" })).toMatchObject({
      threadId: "t1",
      messages: [],
      state: {},
      visibleState: {},
      run: { status: "idle", pendingToolCallIds: [], unfinishedIds: [] },
      toolCalls: {},
      interrupts: [],
      steps: [],
      subagents: {},
      annotations: {},
      timings: {},
      issues: [],
    });
  });

  test("has no outcome before the first run", () => {
    expect(createSnapshot({ threadId: "t1" }).run).not.toHaveProperty("outcome");
  });

  test("keeps messages unchanged and indexes their tool calls", () => {
    const messages: Message[] = [
      {
        id: "a1",
        role: "assistant",
        toolCalls: [
          { id: "c1", type: "function", function: { name: "f", arguments: "" } },
          { id: "c2", type: "function", function: { name: "f", arguments: "" } },
          { id: "c3", type: "function", function: { name: "f", arguments: "" } },
        ],
      },
      { id: "x1", role: "tool", toolCallId: "c1", content: "ok" },
      { id: "x2", role: "tool", toolCallId: "c2", content: "", error: "no" },
    ];
    const snapshot = createSnapshot({ threadId: "t1", messages });
    expect(snapshot.messages).toBe(messages);
    expect(snapshot.toolCalls).toEqual({
      c1: { messageId: "a1", status: "complete", resultMessageId: "x1" },
      c2: { messageId: "a1", status: "failed", resultMessageId: "x2", error: "no" },
      c3: { messageId: "a1", status: "pending" },
    });
  });

  test.each([[null], [0], [""], [false], [[1]]])("accepts %j as a state", (state) => {
    const snapshot = createSnapshot<unknown>({ threadId: "t1", state });
    expect(snapshot.state).toBe(state);
    expect(snapshot.visibleState).toBe(state);
  });

  test("returns plain JSON", () => {
    const snapshot = createSnapshot({ threadId: "t1", state: { a: null } });
    expect(throughJson(snapshot)).toStrictEqual(snapshot);
  });
});
