import { expect, test } from "vitest";
import { createThread, type Message, type ToolMessage } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";
import { call, callRun, untilIdle } from "./calls.ts";

test.each([
  ["failed", () => Promise.reject(new Error("no paint"))],
  ["denied", undefined],
] as const)(
  "keeps a call %s when the server repeats its result without the error",
  async (status, handler) => {
    const agent = scriptedAgent(callRun(call("paint")), ({ messages }) => [
      runStarted(),
      {
        type: "MESSAGES_SNAPSHOT",
        messages: messages.map((message) => {
          // Only tool messages have an error.
          const { error: _, ...rest } = message as ToolMessage;
          return rest as Message;
        }),
      },
      runFinished(),
    ]);
    const thread = createThread({ agent });
    thread.registerTool({ name: "paint", handler });
    await thread.send("Hi");
    if (!handler) {
      const idle = untilIdle(thread);
      await thread.answerToolCall("c1", { rejected: "ugly" });
      await idle;
    }
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe(status);
    // Twice, because a server repeats the conversation in every run.
    await thread.run();
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe(status);
  },
);

test("completes a failed call when the server sends another result", async () => {
  const agent = scriptedAgent(callRun(call("paint")), ({ messages }) => [
    runStarted(),
    {
      type: "MESSAGES_SNAPSHOT",
      messages: messages.map((message): Message => {
        if (message.role !== "tool") return message;
        return { id: message.id, role: "tool", toolCallId: "c1", content: "painted after all" };
      }),
    },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  thread.registerTool({ name: "paint", handler: () => Promise.reject(new Error("no paint")) });
  await thread.send("Hi");
  expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
});
