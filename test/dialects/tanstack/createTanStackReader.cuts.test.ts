import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createThread, httpAgent, type RunResult, type Snapshot } from "../../../src/core.ts";
import { tanstack } from "../../../src/dialects.ts";
import type { Message } from "../../../src/protocol/events.ts";
import { type Handler, startHttpServer, type TestServer } from "../../support/httpServer.ts";
import { tanStackFrames, tanStackInput, translateTanStack } from "./tanstackStreams.ts";

const FOLDER = "dialects/tanstack/0.58.0";
const recordings = readdirSync(new URL(`../../fixtures/${FOLDER}/`, import.meta.url))
  .filter((file) => /\.(sse|ndjson)$/.test(file) && !file.startsWith("durable-replay"))
  .map((file) => `${FOLDER}/${file}`)
  // A single error frame cannot be cut.
  .filter((path) => tanStackFrames(path).length > 1);

type Fields = Readonly<Record<string, unknown>>;
type Format = "sse" | "ndjson";

/** Returns the events of a recorded answer without positions. */
function eventsOf(path: string): readonly Fields[] {
  return tanStackFrames(path).map(({ data }) => {
    const frame = data as Fields;
    return (frame.chunk ?? frame) as Fields;
  });
}

const CONTENT_TYPES = { sse: "text/event-stream", ndjson: "application/x-ndjson" } as const;

function write(format: Format, event: Fields, position: number): string {
  if (format === "ndjson") return `${JSON.stringify({ id: `p${position}`, chunk: event })}\n`;
  return `id: p${position}\ndata: ${JSON.stringify(event)}\n\n`;
}

/**
 * Creates a durable server that answers with these events, at most `cut()` of them the first time.
 */
function durable(events: readonly Fields[], format: Format, cut: () => number): Handler {
  return (response, { method, path = "" }) => {
    const offset = new URL(path, "http://localhost").searchParams.get("offset") ?? "-1";
    const from = offset === "-1" ? 0 : Number(offset.slice(1));
    const sent = events.slice(from, method === "POST" ? cut() : events.length);
    response.writeHead(200, { "content-type": CONTENT_TYPES[format] });
    response.end(sent.map((event, i) => write(format, event, from + i + 1)).join(""));
  };
}

/**
 * Fetches and replaces the end of a POST response with a connection error, after its whole body.
 */
async function breaking(url: string, init: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, init);
  if (init.method !== "POST") return new Response(body, { status, headers });
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    flush: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(body?.pipeThrough(cut) ?? null, { status, headers });
}

async function talk(
  { url }: TestServer,
  isBroken = false,
): Promise<{ result: RunResult; snapshot: Snapshot }> {
  let ids = 0;
  const agent = httpAgent({
    url: `${url}/api/chat`,
    dialect: tanstack(),
    ...(isBroken && { fetch: breaking }),
  });
  const thread = createThread({
    ...{ agent, threadId: "thread", now: () => 1 },
    createId: () => `own-${++ids}`,
    reconnect: { firstMs: 0, longestMs: 0, attempts: 3 },
  });
  const result = await thread.send("Go");
  return { result, snapshot: thread.getSnapshot() };
}

/**
 * Returns the visible snapshot without the usage of turns before the cut, which the server sends
 * once.
 */
function withoutUsage({
  tracking: _,
  run: { usage: __, ...run },
  usages: ___,
  ...snapshot
}: Snapshot) {
  return { ...snapshot, run };
}

describe.each([
  ["sse", "ended"],
  ["ndjson", "broken"],
] as const)("%s, the connection %s", (format, ending) => {
  test.each(recordings)(
    "%s resumes after a cut anywhere and ends like the uncut stream",
    { timeout: 600_000 },
    async (path) => {
      const events = eventsOf(path);
      let cut = events.length;
      await using server = await startHttpServer(durable(events, format, () => cut));
      const whole = await talk(server);
      const turnEnds = events.flatMap(({ type }, i) => (type === "RUN_FINISHED" ? [i] : []));
      for (cut = 1; cut < events.length; cut++) {
        const before = server.requests.length;
        const healed = await talk(server, ending === "broken");
        expect(withoutUsage(healed.snapshot), `after ${cut} events`).toEqual(
          withoutUsage(whole.snapshot),
        );
        expect(healed.snapshot.issues, `after ${cut} events`).toEqual([]);
        expect(server.requests.length - before, `after ${cut} events`).toBeGreaterThan(1);
        const { usage = [] } = whole.snapshot.run;
        const isLost = turnEnds.some((at) => at < cut);
        const { usage: reported = [] } = healed.snapshot.run;
        expect(reported).toEqual(isLost ? usage.slice(usage.length - reported.length) : usage);
      }
    },
  );
});

describe("a tool loop that the server limits after a result", () => {
  const events = eventsOf(`${FOLDER}/server-tool.sse`);
  const result = events.findIndex(({ type }) => type === "TOOL_CALL_RESULT");
  const loop = events.slice(0, result + 1);

  test.each(["sse", "ndjson"] as const)(
    "succeeds when a replay in %s is identical",
    async (format) => {
      await using server = await startHttpServer(durable(loop, format, () => loop.length));
      const { result: ended, snapshot } = await talk(server);
      expect(ended.outcome).toBe("success");
      expect(snapshot.messages.at(-1)).toMatchObject({ role: "tool" });
      expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
    },
  );

  test("succeeds without a replay when the server has no positions", async () => {
    await using server = await startHttpServer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(loop.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    });
    expect((await talk(server)).result.outcome).toBe("success");
    expect(server.requests).toHaveLength(1);
  });

  const typesOf = (chunks: readonly Fields[], fields = {}) =>
    translateTanStack(
      chunks.map((data) => ({ data })),
      fields,
    ).map(({ type }) => type);

  test("does not finish while a call has no result", () => {
    const walk = { name: "walk", description: "", parameters: {} };
    const answered: Message = { id: "t0", role: "tool", toolCallId: "c0", content: "seen" };
    for (const fields of [{ tools: [walk] }, { messages: [answered] }]) {
      const types = typesOf(loop.slice(0, -1), { input: tanStackInput(fields) });
      expect(types).toContain("TOOL_CALL_END");
      expect(types).not.toContain("RUN_FINISHED");
    }
  });

  test("leaves the call to the page when neither the page nor the server is known to have tools", () => {
    const events = translateTanStack(loop.slice(0, -1).map((data) => ({ data })));
    const call = events.find((event) => event.type === "TOOL_CALL_START");
    const toolCallId = call && "toolCallId" in call ? call.toolCallId : undefined;
    expect(events.at(-1)).toMatchObject({
      type: "RUN_FINISHED",
      outcome: { type: "success", pendingToolCallIds: [toolCallId] },
    });
  });

  test("finishes when metadata marks the call as run by the model provider", () => {
    const stopped = loop
      .slice(0, -1)
      .map((event) => (event.type === "RUN_FINISHED" ? { ...event, metadata: {} } : event));
    expect(typesOf(stopped).at(-1)).toBe("RUN_FINISHED");
  });
});

describe("an empty tail", () => {
  const calls = ["c1", "c2"].map((id) => {
    return { id, type: "function", function: { name: "look", arguments: "{}" } } as const;
  });
  const messagesWith = (...answered: readonly string[]): Message[] => [
    { id: "u1", role: "user", content: "Look" },
    { id: "a1", role: "assistant", toolCalls: [...calls] },
    ...answered.map((toolCallId): Message => {
      return { id: `${toolCallId}_result`, role: "tool", toolCallId, content: "seen" };
    }),
  ];
  const tail = (messages: Message[], ...frames: readonly Fields[]) =>
    translateTanStack(
      frames.map((data) => ({ data })),
      { input: tanStackInput({ messages }), isReplay: true, cursor: "p1" },
    ).map(({ type }) => type);
  const turnEnd = { type: "RUN_FINISHED", finishReason: "tool_calls" };

  test("finishes a run whose calls all have results", () => {
    expect(tail(messagesWith("c1", "c2"))).toEqual(["RUN_FINISHED"]);
    expect(tail(messagesWith("c1", "c2"), turnEnd)).toEqual(["RUN_FINISHED"]);
  });

  test("does not finish a run that waits for a result or has an open message", () => {
    expect(tail(messagesWith("c1"))).toEqual([]);
    expect(tail(messagesWith("c1"), turnEnd)).toEqual([]);
    expect(tail(messagesWith())).toEqual([]);
    const text = { type: "TEXT_MESSAGE_START", messageId: "a2", role: "assistant" };
    expect(tail(messagesWith("c1", "c2"), text)).toEqual(["TEXT_MESSAGE_START"]);
  });
});
