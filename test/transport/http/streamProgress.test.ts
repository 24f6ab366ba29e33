import { describe, expect, test } from "vitest";
import { tanstack } from "../../../src/dialects/tanstack/tanstack.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../../src/transport/http/httpAgentOptions.ts";

const started = { type: "RUN_STARTED", threadId: "t", runId: "r" };
const text = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hi" };
const frame = (data: string) => `data: ${data}\n\n`;

const eventStream = "text/event-stream";

/** Runs a thread on a response with these events and `[DONE]`, and counts the requests. */
function runUntilDone(events: readonly object[], options: Partial<HttpAgentOptions> = {}) {
  const body = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map(frame).join("");
  return runOnBody(body, eventStream, options);
}

async function runOnBody(body: string, type: string, options: Partial<HttpAgentOptions> = {}) {
  let count = 0;
  const fetch = async () => {
    count++;
    return new Response(body, { headers: { "content-type": type } });
  };
  const agent = httpAgent({ url: "https://agent.example", fetch, ...options });
  const thread = createThread({ agent, reconnect: { attempts: 1, firstMs: 1, longestMs: 1 } });
  const result = await thread.send("Hello");
  return { result, count, thread };
}

describe("a stream that ends with `[DONE]` and without RUN_FINISHED", () => {
  test("is complete when it has output, with an issue", async () => {
    const { result, thread } = await runUntilDone([started, text]);
    expect(result).toMatchObject({ outcome: "success" });
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "done-without-end" }]);
  });

  test("is complete without RUN_STARTED when it has output, with an issue", async () => {
    const { result, thread } = await runUntilDone([text]);
    expect(result).toMatchObject({ outcome: "success", newMessages: [{ content: "Hi" }] });
    const codes = new Set(thread.getSnapshot().issues.map(({ code }) => code));
    expect([...codes]).toEqual(["outside-run", "done-without-end"]);
  });

  const lines = [started, text].map((event) => JSON.stringify(event));
  test.each([
    ["no line break after it", `${lines.map(frame).join("")}data: [DONE]`, eventStream],
    ["no blank line after it", `${lines.map(frame).join("")}data: [DONE]\n`, eventStream],
    ["JSON lines", `${lines.join("\n")}\n[DONE]\n`, "application/x-ndjson"],
    ["JSON lines and no line break", `${lines.join("\n")}\n[DONE]`, "application/x-ndjson"],
    ["JSON lines under the type of JSON", `${lines.join("\n")}\n[DONE]`, "application/json"],
  ])("is complete with %s, and is not connected again", async (_, body, type) => {
    const connectUrl = "https://agent.example/connect";
    const { result, count } = await runOnBody(body, type, { connectUrl });
    expect(result).toMatchObject({ outcome: "success", newMessages: [{ content: "Hi" }] });
    expect(count).toBe(1);
  });

  test("is incomplete when its output is in another format", async () => {
    const { result } = await runUntilDone([started, { choices: [{ delta: { content: "Hi" } }] }]);
    expect(result.error).toMatchObject({ code: "incomplete-stream" });
  });

  test("is incomplete without output", async () => {
    const { result } = await runUntilDone([started]);
    expect(result.error).toMatchObject({ code: "incomplete-stream" });
  });

  test("needs no issue when the run has ended before", async () => {
    const finished = { type: "RUN_FINISHED", threadId: "t", runId: "r" };
    const { thread } = await runUntilDone([started, text, finished]);
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("is not connected again in the dialect of TanStack", async () => {
    const content = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hi" };
    const start = { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" };
    const { result, count } = await runUntilDone([started, start, content], {
      dialect: tanstack(),
    });
    expect(result).toMatchObject({ outcome: "success" });
    expect(count).toBe(1);
  });
});
