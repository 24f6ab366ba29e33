import { describe, expect, test } from "vitest";
import { call, faultsIn, resultsIn } from "../calls.ts";
import { createHumanToolThread, twoCalls } from "./humanToolThread.ts";

describe("a message sent while calls wait for the user", () => {
  test("answers the calls before it, in the same input", async () => {
    const { agent, thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    await thread.answerToolCall("b", { value: "answered" });
    const texts: string[] = [];
    thread.subscribe({
      onMessage: ({ role, content }) => texts.push(`${role}: ${String(content)}`),
    });
    await thread.send("Something else");
    expect(agent.inputs).toHaveLength(2);
    const { messages = [] } = agent.inputs[1] ?? {};
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(messages.at(-1)).toMatchObject({ content: "Something else" });
    expect(faultsIn(messages)).toEqual([]);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: expect.stringMatching(/user moved on/), error: "moved on" },
      b: { content: "answered" },
    });
    expect(thread.getSnapshot().toolCalls.a?.status).toBe("failed");
    expect(texts).toEqual([
      "user: Something else",
      expect.stringMatching(/^tool: .*moved on/),
      "assistant: Thanks",
    ]);
  });

  test("closes the calls for later answers", async () => {
    const { agent, thread } = createHumanToolThread(call("ask"));
    await thread.send("Hi");
    await thread.send("Something else");
    await thread.answerToolCall("c1", { value: "after all" });
    expect(agent.inputs).toHaveLength(2);
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "moved on" });
  });

  test("is not required: run() closes the calls too", async () => {
    const { agent, thread } = createHumanToolThread(call("ask"));
    await thread.send("Hi");
    await thread.run();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "moved on" });
  });
});
