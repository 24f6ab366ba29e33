import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";
import { runEvents } from "../../support/runEvents.ts";
import { canonical } from "../canonical.ts";

/** Returns the message that a snapshot states with some faults. */
async function stated(message: object): Promise<Message | undefined> {
  const snapshot = { type: "MESSAGES_SNAPSHOT", messages: [{ id: "m1", ...message }] };
  const thread = createThread({
    agent: {
      async *run() {
        // The message is faulty on purpose.
        yield* runEvents("r1", snapshot as EventInput);
      },
    },
  });
  await thread.run();
  return thread.getSnapshot().messages[0];
}

describe("a part of a user message with a fault in its type or its text", () => {
  const url = "https://example.org/a.png";
  const image = { type: "image", source: { type: "url", value: url } };
  test.each<[string, object, object]>([
    ["a text whose type is null", { type: null, text: "Hi" }, { type: "text", text: "Hi" }],
    ["a text without a type", { text: "Hi" }, { type: "text", text: "Hi" }],
    ["a text that is a number", { type: "text", text: 5 }, { type: "text", text: "5" }],
    ["an image without the type of its source", { ...image, source: { value: url } }, image],
    [
      "an image with data without the type of its source",
      { type: "image", source: { type: null, value: "AAAA", mimeType: "image/png" } },
      { type: "image", source: { type: "data", value: "AAAA", mimeType: "image/png" } },
    ],
  ])("is read: %s", async (_, part, expected) => {
    const content = [part, { type: "text", text: "Look" }];
    expect(await stated({ role: "user", content })).toMatchObject({
      content: [expected, { type: "text", text: "Look" }],
    });
  });

  test.each([
    [[{ type: "text", text: { of: 1 } }]],
    [[{ text: "a row", id: 1 }]],
    [[{ type: null, text: "a row", id: 1 }]],
  ])("is data in a tool result: %j", async (content) => {
    expect(await stated({ role: "tool", toolCallId: "c1", content })).toMatchObject({
      content: JSON.stringify(content),
    });
  });
});

test.each([
  [7, "7"],
  [null, "unknown"],
  [{}, "unknown"],
])("an activity in a snapshot keeps its content when its type is %j", async (type, expected) => {
  const activity = { role: "activity", activityType: type, content: { n: 1 } };
  expect(await stated(activity)).toMatchObject({ activityType: expected, content: { n: 1 } });
});

describe("ids in a list that are numbers", () => {
  const finished = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
  const subagent = { type: "SUBAGENT_FINISHED", subagentRunId: "s1" };
  test.each([
    [{ ...finished, outcome: { type: "success", pendingToolCallIds: [1, "2"] } }],
    [{ ...subagent, outcome: { type: "suspended", interruptIds: [1, "2"] } }],
  ])("are read as their text: %j", async (event) => {
    const { events } = await canonical(event);
    const { outcome = {} } = events.at(-1) as { outcome?: object };
    expect(Object.values(outcome)).toContainEqual(["1", "2"]);
  });
});
