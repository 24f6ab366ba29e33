import { describe, expect, test } from "vitest";
import { createThread, httpAgent } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import { callOf, done, started, toFrames, turnOver } from "./tanstackSnapshot.ts";
import { translateTanStack } from "./tanstackStreams.ts";

const text = [
  { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "I cannot." },
];

/** Returns a server that answers each request with the next of these streams, and their bodies. */
function serverOf(...streams: readonly (readonly object[])[]) {
  const requests: { readonly method?: string; readonly body: string }[] = [];
  const fetch = async (_: string, { method, body }: RequestInit) => {
    requests.push({ ...(method && { method }), body: String(body) });
    const events = streams[requests.length - 1];
    if (!events) return new Response("", { status: 404 });
    const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
    return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
  };
  return { agent: httpAgent({ url: "/agent", fetch, dialect: tanstack() }), requests };
}

describe("a call of an unknown tool, on a server of TanStack without tools", () => {
  test("goes back to the agent as an error, and the run continues", async () => {
    const { agent, requests } = serverOf(
      [started, ...callOf("c1"), turnOver],
      [started, ...text, done],
    );
    const thread = createThread({ agent });
    expect(await thread.send("Search")).toMatchObject({ outcome: "success" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(requests[1]?.body).toContain("There is no tool");
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "I cannot." });
  });

  test("goes back also after another one", async () => {
    const { agent, requests } = serverOf(
      [started, ...callOf("c1"), turnOver],
      [started, ...callOf("c2", { toolName: "find" }), turnOver],
      [started, ...text, done],
    );
    const thread = createThread({ agent });
    expect(await thread.send("Search")).toMatchObject({ outcome: "success" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
  });

  test("is asked for again when the page has tools: the answer is incomplete", async () => {
    const { agent, requests } = serverOf([started, ...callOf("c1"), turnOver]);
    const thread = createThread({ agent, reconnect: { attempts: 1, firstMs: 1, longestMs: 1 } });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    expect(await thread.send("Search")).toMatchObject({ outcome: "error" });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  test("goes back only while the run is live, and not from a replay", () => {
    const answer = toFrames(started, ...callOf("c1"), turnOver);
    const pending = { pendingToolCallIds: ["c1"] };
    expect(translateTanStack(answer)).toContainEqual(
      expect.objectContaining({ outcome: { type: "success", ...pending } }),
    );
    expect(JSON.stringify(translateTanStack(answer, { isReplay: true }))).not.toContain(
      "pendingToolCallIds",
    );
  });
});
