import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleScripts } from "../../../demo/server/examples/index.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { readSse } from "../../../src/testing.ts";
import { httpAgent } from "../../../src/transport/http/httpAgent.ts";
import { runInput } from "../../support/collect.ts";
import { eventually } from "../../support/eventually.ts";
import { type Demo, startDemo } from "../support/demo.ts";

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
});

afterAll(async () => {
  await demo?.close();
});

const post = (path: string, body: unknown, init: RequestInit = {}) =>
  fetch(`${demo.url}/agent/${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...init,
  });

describe("the demo's agent over HTTP", () => {
  it.each([...exampleScripts.keys()])("streams %s as Server-Sent Events", async (id) => {
    const response = await post(`${id}?pace=fast`, runInput());
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const events = readSse(await response.text());
    expect(events[0]).toMatchObject({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
    expect(events.at(-1)).toMatchObject({ type: id === "error" ? "RUN_ERROR" : "RUN_FINISHED" });
  });

  it.each([
    ["no JSON", "{", /not JSON/],
    ["an empty object", "{}", /threadId/],
    ["no messages", { threadId: "t", runId: "r" }, /messages/],
    [
      "a message of no role",
      runInput({ messages: [{ id: "m", role: "king" } as never] }),
      /messages\.0/,
    ],
    ["an array", [], /the body/],
  ])("answers 400 in JSON to %s", async (_, body, message) => {
    const response = await post("tool", body);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ error: expect.stringMatching(message) });
  });

  it("answers 404 to an unknown example, 405 to another method, 413 to an oversized body", async () => {
    expect((await post("nothing", runInput())).status).toBe(404);
    expect((await fetch(`${demo.url}/agent/tool`)).status).toBe(405);
    const huge = runInput({ messages: [{ id: "u", role: "user", content: "x".repeat(11e6) }] });
    expect((await post("tool", huge)).status).toBe(413);
  });

  it("stops when the client disconnects", async () => {
    const { abandoned, complete } = demo.agent;
    const controller = new AbortController();
    const response = await post("plan", runInput(), { signal: controller.signal });
    await response.body?.getReader().read();
    expect(demo.agent.running).toBe(1);
    controller.abort();
    await eventually(() => demo.agent.running).toBe(0);
    expect(demo.agent).toMatchObject({ abandoned: abandoned + 1, complete });
  });

  it("serves several conversations at once, each separately", async () => {
    const questions = ["Oslo", "Cairo", "Lima", "Tokyo", "Rome"];
    const answers = await Promise.all(
      questions.map(async (city) => {
        const thread = createThread({ agent: httpAgent({ url: `${demo.url}/agent/tool` }) });
        const { outcome } = await thread.send(`weather in ${city}?`);
        return { outcome, text: thread.getSnapshot().messages.at(-1)?.content };
      }),
    );
    expect(answers).toEqual(
      questions.map((city) => ({
        outcome: "success",
        text: expect.stringContaining(`°C** in ${city}`),
      })),
    );
  });

  it("fails the first run of each kind of failure, and answers the retry", async () => {
    const agent = httpAgent({ url: `${demo.url}/agent/error` });
    const failures = [
      ["fail", "run-error"],
      ["drop the connection", "network"],
      ["answer with HTTP 503", "http-status"],
    ] as const;
    const check = async ([text, code]: (typeof failures)[number]) => {
      const thread = createThread({ agent });
      const first = await thread.send(text);
      expect(first).toMatchObject({ outcome: "error", error: { code } });
      const second = await thread.retry();
      expect(second.outcome).toBe("success");
      const { messages, issues } = thread.getSnapshot();
      expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
      expect(messages.at(-1)?.content).toContain(`You asked “${text}”`);
      expect(issues).toEqual([]);
    };
    await Promise.all(failures.map(check));
  });
});
