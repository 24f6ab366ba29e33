import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createThread, httpAgent, type Thread } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import { type RunningServer, startServer } from "../../servers/startServer.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer("tanstack");
});

afterAll(() => server.stop());

/** Creates a thread that fails at every violation of AG-UI 1.0. */
function threadAt(path: string): Thread {
  const agent = httpAgent({ url: `${server.url}${path}`, dialect: tanstack() });
  return createThread({ agent, strict: true });
}

/** Returns the messages as `role: text`, with the names of calls. */
function transcript(thread: Thread): string[] {
  return thread.getSnapshot().messages.map((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const names = calls.map((call) => `[${call.function.name}]`).join("");
    return `${message.role}: ${names}${typeof message.content === "string" ? message.content : ""}`;
  });
}

async function expectValidHistory(thread: Thread): Promise<void> {
  await thread.send("is the history valid?");
  expect(transcript(thread).at(-1)).toBe("assistant: The history is valid.");
  expect(thread.getSnapshot().issues).toEqual([]);
}

describe("TanStack AI through its dialect, with a strict thread", () => {
  it.each(["/chat", "/chat-ndjson"])(
    "answers and remembers earlier messages, at %s",
    async (path) => {
      const thread = threadAt(path);
      expect((await thread.send("hello")).outcome).toBe("success");
      await thread.send("what did I say?");
      expect(transcript(thread).at(-1)).toBe("assistant: You said: hello");
      await expectValidHistory(thread);
    },
  );

  it("runs its own tool within one run", async () => {
    const thread = threadAt("/backend-tool");
    const runs: string[] = [];
    thread.subscribe({ onEvent: ({ type }) => void (/^RUN_/.test(type) && runs.push(type)) });
    expect((await thread.send("weather in Paris?")).outcome).toBe("success");
    expect(runs).toEqual(["RUN_STARTED", "RUN_FINISHED"]);
    expect(transcript(thread)).toEqual([
      "user: weather in Paris?",
      "assistant: [get_weather]",
      expect.stringContaining('tool: {"location":"Paris"'),
      "assistant: It is 18°C and sunny in Paris.",
    ]);
    await expectValidHistory(thread);
  });

  it("reasons once, and receives the signature of the reasoning again", async () => {
    const thread = threadAt("/reasoning");
    expect((await thread.send("think: 6 times 7")).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toMatchObject([
      { role: "user" },
      { role: "reasoning", encryptedValue: expect.stringContaining("encrypted_content") },
      { role: "assistant", content: "6 × 7 = 42." },
    ]);
    await thread.send("what did I say?");
    expect(transcript(thread).at(-1)).toBe("assistant: You said: think: 6 times 7");
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  it("runs a frontend tool, and continues with its result", async () => {
    const thread = threadAt("/frontend-tool");
    thread.registerTool({ name: "change_background", handler: () => ({ done: true }) });
    await thread.send("make the background blue");
    await expect.poll(() => thread.getSnapshot().run.status).toBe("idle");
    expect(transcript(thread)).toEqual([
      "user: make the background blue",
      "assistant: [change_background]",
      'tool: {"done":true}',
      "assistant: Done! The background is blue now.",
    ]);
    await expectValidHistory(thread);
  });

  it("asks for approval, and accepts yes and no", async () => {
    const thread = threadAt("/interrupt");
    expect((await thread.send("delete both drafts")).outcome).toBe("interrupt");
    const answers = thread.getSnapshot().interrupts.map(({ id }, i) => ({
      ...{ interruptId: id, status: "resolved" as const, payload: { approved: i === 0 } },
    }));
    expect(answers).toHaveLength(2);
    expect((await thread.run({ resume: answers })).outcome).toBe("success");
    expect(transcript(thread).at(-1)).toBe("assistant: Deleted /dat/a. Kept /dat/b.");
    await expectValidHistory(thread);
  });

  it.each([
    ["fail now", "400 The model is overloaded"],
    ["cut off", "terminated"],
  ])("reports the error for %s, and continues", async (text, message) => {
    const thread = threadAt("/chat");
    const { outcome, error } = await thread.send(text);
    expect({ outcome, message: error?.message }).toEqual({ outcome: "error", message });
    expect((await thread.send("hello")).outcome).toBe("success");
    expect(thread.getSnapshot().issues).toEqual([]);
  });
});
