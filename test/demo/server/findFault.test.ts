// @vitest-environment node
import { describe, expect, it } from "vitest";
import { findFault } from "../../../demo/server/findFault.ts";
import type { Message } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";
import { collect, runInput } from "../../support/collect.ts";
import { playExample } from "../exampleConversation.ts";

const user = (id: string): Message => ({ id, role: "user", content: "Hello" });
const calls = (...ids: string[]): Message => ({
  id: `m-${ids[0]}`,
  role: "assistant",
  toolCalls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
});
const result = (toolCallId: string): Message => ({
  id: `r-${toolCallId}`,
  role: "tool",
  toolCallId,
  content: "",
});
const reasoning: Message = { id: "t", role: "reasoning", content: "Hm." };
const resolved = (interruptId: string) => ({ interruptId, status: "resolved" as const });

describe("findFault", () => {
  it.each<[string, Message[]]>([
    ["without a call", [user("u")]],
    ["with every call answered", [user("u"), calls("a", "b"), result("b"), result("a"), user("v")]],
    ["with reasoning between a call and its result", [calls("a"), reasoning, result("a")]],
  ])("accepts a conversation %s", (_, messages) => {
    expect(findFault(runInput({ messages }))).toBeUndefined();
  });

  it.each<[string, Message[], RegExp]>([
    ["that ends in an open call", [user("u"), calls("a", "b"), result("a")], /"b" has no result/],
    [
      "that continues after an open call",
      [calls("a"), user("u"), result("a")],
      /"a" has no result/,
    ],
    ["with a result without a call", [user("u"), result("a")], /answers no call/],
    ["with two results for a call", [calls("a"), result("a"), result("a")], /two results/],
    ["with one id for two calls", [calls("a"), result("a"), calls("a")], /Two calls/],
  ])("rejects a conversation %s", (_, messages, fault) => {
    expect(findFault(runInput({ messages }))).toMatch(fault);
  });

  it("accepts open calls at the end only when the input answers all of them", () => {
    const messages = [user("u"), calls("a", "b")];
    const resume = [resolved("about:a"), resolved("about:b")];
    expect(findFault(runInput({ messages, resume }))).toBeUndefined();
    expect(findFault(runInput({ messages, resume: resume.slice(1) }))).toMatch(/"a" has no result/);
  });

  it("accepts an open call before a user message when its answer is resolved, not cancelled", () => {
    const messages = [calls("a", "b"), result("b"), user("u")];
    const answer = (status: "resolved" | "cancelled") => ({ interruptId: "about:a", status });
    expect(findFault(runInput({ messages, resume: [answer("resolved")] }))).toBeUndefined();
    expect(findFault(runInput({ messages, resume: [answer("cancelled")] }))).toMatch(/no result/);
  });

  it("rejects answers to unknown interrupts and duplicate answers", () => {
    const messages = [user("u")];
    const about = resolved("about:u");
    expect(findFault(runInput({ messages, resume: [about] }))).toBeUndefined();
    expect(findFault(runInput({ messages, resume: [about, about] }))).toMatch(/twice/);
    expect(findFault(runInput({ messages, resume: [resolved("about:x")] }))).toMatch(
      /No interrupt has the id/,
    );
  });

  it("fails the run of an example when the conversation has an open call", async () => {
    const input = runInput({ messages: [user("u"), calls("a")] });
    const { events } = await collect(scriptedAgent(playExample("markdown", input) ?? []), {
      input,
    });
    expect(events.map(({ type }) => type)).toEqual(["RUN_STARTED", "RUN_ERROR"]);
    expect(events[1]).toMatchObject({ message: 'The call "a" has no result.' });
  });
});
