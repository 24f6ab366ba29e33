import { describe, expect, test } from "vitest";
import { type ContentPart, createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callRun, resultsIn } from "./calls.ts";

const image: ContentPart = {
  type: "image",
  source: { type: "data", value: "iVBORw0KGgo=", mimeType: "image/png" },
};

/** Returns the content that the agent receives when a handler returns a value. */
async function sentContent(returned: unknown) {
  const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", handler: () => returned });
  await thread.send("Hi");
  return resultsIn(agent.inputs[1]).c1;
}

describe("the value of a handler", () => {
  test.each<[string, unknown, unknown]>([
    ["text", "It rains", "It rains"],
    ["an object", { rain: true, mm: [1, null] }, '{"rain":true,"mm":[1,null]}'],
    ["a list", [1, "two"], '[1,"two"]'],
    ["an empty list", [], "[]"],
    ["a number", 0, "0"],
    ["a boolean", false, "false"],
    ["null", null, "null"],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a promise", Promise.resolve("later"), "later"],
    [
      "content parts",
      [{ type: "text", text: "Look:" }, image],
      [{ type: "text", text: "Look:" }, image],
    ],
    ["a list that only looks like parts", [{ type: "text" }], '[{"type":"text"}]'],
    ["parts among others", [image, { type: "shape" }], JSON.stringify([image, { type: "shape" }])],
  ])("reaches the agent: %s", async (_, returned, content) => {
    const message = await sentContent(returned);
    expect(message).toMatchObject({ role: "tool", toolCallId: "c1", content });
    expect(message).not.toHaveProperty("error");
  });

  test.each<[string, unknown, string]>([
    ["a map", new Map([["a", 1]]), "Map"],
    ["a set in an object", { seen: new Set([1]) }, "Set"],
    ["an error", new Error("broken"), "throw it"],
    ["no number", { total: Number.NaN }, "NaN"],
    ["a promise in a list", [Promise.resolve(1)], "Promise"],
  ])("is rejected when JSON would change it: %s", async (_, returned, name) => {
    const message = await sentContent(returned);
    expect(message?.error).toMatch("not serialisable");
    expect(message?.content).toMatch(name);
  });

  test.each<[string, unknown, string]>([
    ["an empty object", {}, "{}"],
    ["an object without a prototype", Object.create(null), "{}"],
    ["what describes itself", { at: new URL("https://a.example/") }, '{"at":"https://a.example/"}'],
    ["an object of a class", Object.assign(new (class Point {})(), { x: 1 }), '{"x":1}'],
  ])("is accepted: %s", async (_, returned, content) => {
    expect(await sentContent(returned)).toMatchObject({ content });
  });

  test("is replaced by a text when it is empty, since some models reject an empty result", async () => {
    expect((await sentContent(undefined))?.content).toMatch(/\w/);
  });
});

test("the result is stored in the conversation, complete and with its timing", async () => {
  let at = 0;
  const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
  const thread = createThread({ agent, now: () => ++at });
  thread.registerTool({ name: "look", handler: () => "a tree" });
  await thread.send("Hi");
  const { toolCalls, messages } = thread.getSnapshot();
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(toolCalls.c1).toMatchObject({
    status: "complete",
    resultMessageId: messages[2]?.id,
    startedAt: expect.any(Number),
  });
  expect(toolCalls.c1?.endedAt).toBeGreaterThan(toolCalls.c1?.startedAt ?? Number.NaN);
});
