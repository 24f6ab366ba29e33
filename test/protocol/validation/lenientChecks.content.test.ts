import { describe, expect, test } from "vitest";
import { createSnapshot, createThread, type EventInput, httpAgent } from "../../../src/core.ts";
import { finished, started } from "../../support/runEvents.ts";
import { type Fields, playStream, screen, streams } from "../lenientStreams.ts";

describe("content of another kind", () => {
  const say = (delta: unknown) => [
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta },
  ];
  test.each([
    [5, "5"],
    [true, "true"],
    [{ type: "text", text: "Hi" }, "Hi"],
    [[{ type: "text", text: "Hi" }, " ", { type: "output_text", text: "you" }], "Hi you"],
    [{ a: 1 }, '{"a":1}'],
    [[1, 2], "[1,2]"],
  ])("is text: %j", async (delta, content) => {
    const { snapshot } = await playStream(say(delta));
    expect(snapshot.messages.at(-1)).toMatchObject({ role: "assistant", content });
    const { result } = await playStream(say(delta), { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });

  test("is arguments as JSON, text blocks included", async () => {
    const { snapshot } = await playStream([
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "say" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: { text: "Hi" } },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ]);
    expect(screen(snapshot.messages).at(-1)).toMatchObject({
      toolCalls: [{ arguments: '{"text":"Hi"}' }],
    });
  });

  const source = (value: string, mimeType: string) => ({ type: "data", value, mimeType });
  test.each([
    [{ n: 1 }, '{"n":1}'],
    [[{ id: 1 }], '[{"id":1}]'],
    [[1, 2], "[1,2]"],
    [[], []],
    [7, "7"],
    [null, ""],
    [undefined, ""],
    [{ text: "Hi" }, '{"text":"Hi"}'],
    [{ content: [{ type: "text", text: "ok" }], isError: false }, [{ type: "text", text: "ok" }]],
    [
      [{ type: "image", data: "aGk=", mimeType: "image/png" }],
      [{ type: "image", source: source("aGk=", "image/png") }],
    ],
    [
      [{ type: "audio", data: "aGk=", mimeType: "audio/wav" }],
      [{ type: "audio", source: source("aGk=", "audio/wav") }],
    ],
    [
      [{ type: "resource", resource: { uri: "a://b", mimeType: "image/png", blob: "aGk=" } }],
      [{ type: "image", source: source("aGk=", "image/png") }],
    ],
    [
      [{ type: "resource", resource: { uri: "a://b", text: "Read me" } }],
      [{ type: "text", text: "Read me" }],
    ],
    [
      [{ type: "resource_link", uri: "https://x.test/a.pdf", name: "a.pdf" }],
      [
        {
          type: "document",
          source: { type: "url", value: "https://x.test/a.pdf" },
          metadata: { filename: "a.pdf" },
        },
      ],
    ],
    [
      [{ type: "image_url", image_url: { url: "https://x.test/a.png" } }],
      [{ type: "image", source: { type: "url", value: "https://x.test/a.png" } }],
    ],
    [
      [{ type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } }],
      [{ type: "image", source: source("aGk=", "image/png") }],
    ],
    [
      [{ type: "image", image: "data:image/png;base64,aGk=" }],
      [{ type: "image", source: { type: "url", value: "data:image/png;base64,aGk=" } }],
    ],
    [
      [{ inline_data: { mime_type: "image/png", data: "aGk=" } }],
      [{ type: "image", source: source("aGk=", "image/png") }],
    ],
    [
      [{ type: "input_audio", input_audio: { data: "aGk=", format: "wav" } }],
      [{ type: "audio", source: source("aGk=", "audio/wav") }],
    ],
    [
      [{ type: "file", file: { file_data: "aGk=", mime_type: "image/png" } }],
      [{ type: "image", source: source("aGk=", "image/png") }],
    ],
    [[{ text: "a row", id: 1 }], '[{"text":"a row","id":1}]'],
  ])("is a tool result: %j", async (content, expected) => {
    const { snapshot } = await playStream([
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content },
    ]);
    expect(snapshot.messages.at(-1)).toMatchObject({ role: "tool", content: expected });
  });

  test.each([
    ["human", "user"],
    ["AI", "assistant"],
    ["model", "assistant"],
    ["oracle", "assistant"],
  ])("is shown under the role %s", async (role, expected) => {
    const [start, content] = say("Hi");
    const { snapshot } = await playStream([{ ...start, role }, content as Fields]);
    expect(snapshot.messages.at(-1)).toMatchObject({ role: expected, content: "Hi" });
  });
});

describe("state and custom events", () => {
  test.each([
    [{ type: "STATE_SNAPSHOT", state: { n: 1 } }],
    [{ type: "STATE_DELTA", patch: [{ op: "add", path: "/n", value: 1 }] }],
    [{ type: "STATE_DELTA", delta: { op: "add", path: "/n", value: 1 } }],
    [{ type: "STATE_DELTA", delta: '[{"op":"add","path":"/n","value":1}]' }],
  ])("write the state: %j", async (event) => {
    expect((await playStream([event])).snapshot.state).toEqual({ n: 1 });
    expect((await playStream([event], { strict: true })).result.error?.code).toBe(
      "protocol-violation",
    );
  });

  test("reach listeners without a payload", async () => {
    const received: unknown[] = [];
    const thread = createThread({
      agent: {
        async *run() {
          yield started;
          yield { type: "CUSTOM", name: "done" } as EventInput;
          yield { type: "RAW" } as EventInput;
          yield finished;
        },
      },
    });
    thread.subscribe({ onEvent: (event) => received.push(event) });
    await thread.run();
    expect(received).toMatchObject([
      {},
      { type: "CUSTOM", name: "done", value: null },
      { type: "RAW", event: null },
      {},
    ]);
  });
});

describe("an event with a field of another name", () => {
  test.each(["encryptedContent", "encrypted_value"])(
    "stores the encrypted value in %s",
    async (name) => {
      const { snapshot } = await playStream([
        { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
        { type: "REASONING_MESSAGE_END", messageId: "r1" },
        { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: "r1", [name]: "x" },
      ]);
      expect(snapshot.messages.at(-1)).toMatchObject({ encryptedValue: "x" });
    },
  );

  test.each([
    [{ error: { message: "Quota exceeded", code: 429 } }, "Quota exceeded", "429"],
    [{ error: "Quota exceeded" }, "Quota exceeded", undefined],
    [{ message: { detail: "Quota exceeded" }, code: 429 }, "Quota exceeded", "429"],
    [{ message: null, detail: "Quota exceeded" }, "Quota exceeded", undefined],
  ])("shows the error %j", async (fields, message, agentCode) => {
    const { result, snapshot } = await playStream([{ type: "RUN_ERROR", ...fields }]);
    expect(result.error).toMatchObject({ code: "run-error", message });
    expect(snapshot.run.error?.context?.agentCode).toBe(agentCode);
  });
});

test.each<[string, object]>([
  ["with a message", { type: "error", message: "Quota exceeded" }],
  ["with an error", { type: "error", error: { message: "Quota exceeded" } }],
  ["without a type, as FastAPI writes it", { detail: "Quota exceeded" }],
  ["without a type, as OpenAI writes it", { error: { message: "Quota exceeded", code: "quota" } }],
])("a frame with an error shows the text of the server: %s", async (_, frame) => {
  const body = [{ type: "RUN_STARTED", threadId: "t1", runId: "r1" }, frame]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join("");
  const headers = { "content-type": "text/event-stream" };
  const agent = httpAgent({
    url: "http://agent.test/",
    fetch: async () => new Response(body, { headers }),
  });
  const { error } = await createThread({ agent }).send("Hello");
  expect(error).toMatchObject({ code: "run-error", message: "Quota exceeded" });
});

test("a well-formed event is passed on as the same object", async () => {
  const { createCanonicalizer } = await import("../../../src/protocol/canonicalizer.ts");
  const { reduceEvents } = await import("../../../src/core.ts");
  const canonicalizer = createCanonicalizer();
  for (const { events } of Object.values(streams)) {
    for (const event of events) {
      if (String(event.type).endsWith("_CHUNK")) continue;
      const out: Parameters<typeof reduceEvents>[1][number][] = [];
      canonicalizer.pushValue(event, out);
      expect(out).toHaveLength(1);
      expect(out[0]).toBe(event);
    }
  }
  expect(createSnapshot({ threadId: "t1" }).issues).toEqual([]);
});

describe("a message of another system in a snapshot", () => {
  test.each<[string, object, string]>([
    [
      "thinking and calls beside the text",
      {
        content: [
          { type: "thinking", thinking: "x" },
          { type: "text", text: "Hi" },
          { type: "tool_use" },
        ],
      },
      "Hi",
    ],
    ["thinking without text", { content: [{ type: "redacted_thinking", data: "x" }] }, ""],
    ["a refusal", { content: [{ type: "refusal", refusal: "No." }] }, "No."],
    ["the AI SDK", { parts: [{ type: "step-start" }, { type: "text", text: "Hi" }] }, "Hi"],
  ])("has its text: %s", async (_, fields, content) => {
    const { snapshot } = await playStream([
      { type: "MESSAGES_SNAPSHOT", messages: [{ id: "a1", role: "assistant", ...fields }] },
    ]);
    expect(snapshot.messages.find(({ id }) => id === "a1")).toMatchObject({ content });
  });
});
