import { describe, expect, test } from "vitest";
import {
  createSnapshot,
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
} from "../../src/core.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A complete stream of one kind, and its fields whose faults must not cost content. */
interface Stream {
  readonly events: readonly Fields[];
  /** Fields by the type of the events that have them. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

const streams: Readonly<Record<string, Stream>> = {
  text: {
    events: [
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " world" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "Bye" },
      { type: "TEXT_MESSAGE_END", messageId: "m2" },
    ],
    fields: {
      TEXT_MESSAGE_START: ["messageId", "role", "name", "subagentRunId", "timestamp"],
      TEXT_MESSAGE_CONTENT: ["messageId", "subagentRunId", "timestamp"],
      TEXT_MESSAGE_END: ["messageId", "subagentRunId", "timestamp"],
    },
  },
  reasoning: {
    events: [
      { type: "REASONING_START", messageId: "s1" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm" },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "s1" },
    ],
    fields: {
      REASONING_START: ["messageId"],
      REASONING_MESSAGE_START: ["role"],
      REASONING_MESSAGE_CONTENT: ["messageId", "subagentRunId"],
      REASONING_MESSAGE_END: ["messageId"],
      REASONING_END: ["messageId"],
    },
  },
  "a call": {
    events: [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "p" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "1}" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "found" },
    ],
    fields: {
      TOOL_CALL_START: ["parentMessageId", "subagentRunId"],
      TOOL_CALL_ARGS: ["toolCallId", "subagentRunId"],
      TOOL_CALL_END: ["toolCallId", "subagentRunId"],
      TOOL_CALL_RESULT: ["messageId", "toolCallId", "role", "subagentRunId"],
    },
  },
  "text in chunks": {
    events: [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", delta: "Hello" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " world" },
    ],
    fields: { TEXT_MESSAGE_CHUNK: ["messageId", "role", "name", "subagentRunId"] },
  },
  "reasoning in chunks": {
    events: [
      { type: "REASONING_MESSAGE_CHUNK", messageId: "r1", delta: "Hm" },
      { type: "REASONING_MESSAGE_CHUNK", messageId: "r1", delta: ", yes" },
    ],
    fields: { REASONING_MESSAGE_CHUNK: ["messageId", "subagentRunId"] },
  },
  "a call in chunks": {
    events: [
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: '{"q":' },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", delta: "1}" },
    ],
    fields: { TOOL_CALL_CHUNK: ["toolCallId", "parentMessageId", "subagentRunId"] },
  },
  "an activity": {
    events: [
      { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: 1 } },
      {
        type: "ACTIVITY_DELTA",
        messageId: "a1",
        activityType: "PLAN",
        patch: [{ op: "replace", path: "/n", value: 2 }],
      },
    ],
    fields: {
      ACTIVITY_SNAPSHOT: ["replace", "subagentRunId"],
      ACTIVITY_DELTA: ["messageId", "subagentRunId"],
    },
  },
};

/** Faults of a field, applied to every event of the type that has it. */
const faults: Readonly<Record<string, (event: Fields, field: string) => Fields>> = {
  null: (event, field) => ({ ...event, [field]: null }),
  absent: (event, field) => without(event, field),
  "an object": (event, field) => ({ ...event, [field]: { of: "another kind" } }),
  "a list": (event, field) => ({ ...event, [field]: [] }),
  "in snake case": (event, field) =>
    event[field] === undefined
      ? event
      : { ...without(event, field), [snakeCase(field)]: event[field] },
};

function without(event: Fields, field: string): Fields {
  const { [field]: _, ...rest } = event;
  return rest;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the number that a test sends in place of an id. */
const numberOf = (id: unknown) =>
  typeof id === "string" ? id.charCodeAt(0) * 10 + Number(id.slice(1)) : id;

const question: Message = { id: "u1", role: "user", content: "Hi" };
const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

/** Plays a run, one event at a time. */
async function play(events: readonly Fields[], { strict = false } = {}) {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question],
    strict,
    agent: {
      async *run() {
        yield started;
        // Some of the events are faulty on purpose.
        for (const event of events) yield event as unknown as EventInput;
        yield finished;
      },
    },
  });
  const result = await thread.run();
  return { thread, result, snapshot: thread.getSnapshot() };
}

/** Returns what a user sees of messages: everything but ids. Empty messages are not rendered. */
function screen(messages: readonly Message[]): readonly unknown[] {
  return messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    if (message.role === "assistant" && !message.content && calls.length === 0) return [];
    return [{ ...message, id: "", toolCallId: "", toolCalls: calls.map(({ function: f }) => f) }];
  });
}

async function expectContent(healthy: readonly Fields[], faulty: readonly Fields[]) {
  const expected = screen((await play(healthy)).snapshot.messages);
  const { thread, result, snapshot } = await play(faulty);
  expect(result.outcome).toBe("success");
  expect(screen(snapshot.messages)).toEqual(expected);

  // The same messages, with the same ids, come from the stored log and from another run of the stream.
  const stored = await parseThread(await serializeThread(thread));
  expect(stored.snapshot.messages).toEqual(snapshot.messages);
  expect((await play(faulty)).snapshot.messages).toEqual(snapshot.messages);
  return snapshot;
}

describe.each(Object.entries(streams))("the stream of %s", (_, { events, fields }) => {
  test("is shown", async () => {
    const { snapshot } = await play(events);
    expect(screen(snapshot.messages).length).toBeGreaterThan(1);
    expect(snapshot.issues).toEqual([]);
  });

  const rows = Object.entries(fields).flatMap(([type, names]) =>
    names.flatMap((field) => Object.keys(faults).map((fault) => ({ type, field, fault }))),
  );
  test.each(rows)("is shown with $field of $type $fault", async ({ type, field, fault }) => {
    const faulty = events.map((event) =>
      event.type === type ? (faults[fault]?.(event, field) ?? event) : event,
    );
    const snapshot = await expectContent(events, faulty);
    const isUnchanged = JSON.stringify(faulty) === JSON.stringify(events);
    expect(snapshot.issues.length > 0 || isUnchanged || isOptional(field, type)).toBe(true);
  });

  test.each(["null", "absent", "in snake case"])("is shown with all ids %s", async (fault) => {
    const names = ["messageId", "toolCallId"];
    const faulty = events.map((event) =>
      names
        .filter((name) => name in event)
        .reduce((changed, name) => faults[fault]?.(changed, name) ?? changed, event),
    );
    await expectContent(events, faulty);
    const { result } = await play(faulty, { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });

  test("is shown with ids that are numbers", async () => {
    const names = ["messageId", "toolCallId", "parentMessageId"];
    const faulty = events.map((event) =>
      Object.fromEntries(
        Object.entries(event).map(([key, value]) => [
          key,
          names.includes(key) ? numberOf(value) : value,
        ]),
      ),
    );
    const snapshot = await expectContent(events, faulty);
    expect(snapshot.issues.map(({ code }) => code)).toContain("repaired-field");
    const { result } = await play(faulty, { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });
});

/** True for a field whose absence is no fault. */
function isOptional(field: string, type: string): boolean {
  return type.endsWith("_CHUNK") || !["messageId", "toolCallId"].includes(field);
}

describe("two streams without ids", () => {
  test("are two messages, and text after a call is another one", async () => {
    const { snapshot } = await play([
      { type: "TEXT_MESSAGE_CONTENT", delta: "one" },
      { type: "TEXT_MESSAGE_CONTENT", delta: ", two" },
      { type: "TOOL_CALL_START", toolCallName: "search" },
      { type: "TOOL_CALL_ARGS", delta: "{}" },
      { type: "TOOL_CALL_END" },
      { type: "TEXT_MESSAGE_CONTENT", delta: "three" },
    ]);
    expect(screen(snapshot.messages).slice(1)).toMatchObject([
      { content: "one, two" },
      { toolCalls: [{ name: "search", arguments: "{}" }] },
      { content: "three" },
    ]);
  });

  test("are two calls, and their results belong to them in order", async () => {
    const { snapshot } = await play([
      { type: "TOOL_CALL_START", toolCallName: "a" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_START", toolCallName: "b" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_RESULT", content: "of a" },
      { type: "TOOL_CALL_RESULT", content: "of b" },
    ]);
    const calls = snapshot.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    expect(calls.map((call) => call.function.name)).toEqual(["a", "b"]);
    const results = snapshot.messages.filter((message) => message.role === "tool");
    expect(results.map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
      [calls[0]?.id, "of a"],
      [calls[1]?.id, "of b"],
    ]);
  });

  test("belong to their sub-agents", async () => {
    const { snapshot } = await play([
      { type: "TEXT_MESSAGE_START", subagentRunId: "s1" },
      { type: "TEXT_MESSAGE_START", subagentRunId: "s2" },
      { type: "TEXT_MESSAGE_CONTENT", subagentRunId: "s1", delta: "one" },
      { type: "TEXT_MESSAGE_CONTENT", subagentRunId: "s2", delta: "two" },
    ]);
    expect(snapshot.messages.slice(1)).toMatchObject([{ content: "one" }, { content: "two" }]);
  });
});

describe("the name of a call", () => {
  const start = { type: "TOOL_CALL_START", toolCallId: "c1" };
  const end = { type: "TOOL_CALL_END", toolCallId: "c1" };
  const result = { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "ok" };
  const namesOf = (messages: readonly Message[]) =>
    messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.toolCalls ?? []).map((call) => call.function.name)
        : [],
    );

  test.each([[null], [undefined], [{}]])("is unknown when it is %j", async (toolCallName) => {
    const { snapshot } = await play([{ ...start, toolCallName }, end, result]);
    expect(namesOf(snapshot.messages)).toEqual(["unknown_tool"]);
    expect(snapshot.messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "c1" });
    expect(snapshot.toolCalls.c1).toMatchObject({ status: "complete", resultMessageId: "t1" });
  });

  test("is that of an earlier start", async () => {
    const named = { ...start, toolCallName: "search" };
    const { snapshot } = await play([named, end, { ...start, toolCallName: null }, end, result]);
    expect(namesOf(snapshot.messages)).toEqual(["search"]);
  });

  test.each(["toolName", "tool_name", "tool_call_name"])("is read from %s", async (name) => {
    const { snapshot } = await play([{ ...start, [name]: "search" }, end]);
    expect(namesOf(snapshot.messages)).toEqual(["search"]);
  });
});

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
    const { snapshot } = await play(say(delta));
    expect(snapshot.messages.at(-1)).toMatchObject({ role: "assistant", content });
    const { result } = await play(say(delta), { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });

  test("is arguments as JSON, text blocks included", async () => {
    const { snapshot } = await play([
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
  ])("is a tool result: %j", async (content, expected) => {
    const { snapshot } = await play([
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
    const { snapshot } = await play([{ ...start, role }, content as Fields]);
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
    expect((await play([event])).snapshot.state).toEqual({ n: 1 });
    expect((await play([event], { strict: true })).result.error?.code).toBe("protocol-violation");
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

  test.each(["encryptedContent", "encrypted_value"])("store %s", async (name) => {
    const { snapshot } = await play([
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_ENCRYPTED_VALUE", subtype: "message", entityId: "r1", [name]: "x" },
    ]);
    expect(snapshot.messages.at(-1)).toMatchObject({ encryptedValue: "x" });
  });

  test.each([
    [{ error: { message: "Quota exceeded", code: 429 } }, "Quota exceeded", "429"],
    [{ error: "Quota exceeded" }, "Quota exceeded", undefined],
    [{ message: { detail: "Quota exceeded" }, code: 429 }, "Quota exceeded", "429"],
    [{ message: null, detail: "Quota exceeded" }, "Quota exceeded", undefined],
  ])("show the error %j", async (fields, message, agentCode) => {
    const { result, snapshot } = await play([{ type: "RUN_ERROR", ...fields }]);
    expect(result.error).toMatchObject({ code: "run-error", message });
    expect(snapshot.run.error?.context?.agentCode).toBe(agentCode);
  });
});

test("a well-formed event is passed on as the same object", async () => {
  const { createCanonicalizer } = await import("../../src/protocol/canonicalizer.ts");
  const { reduceEvents } = await import("../../src/core.ts");
  const canonicalizer = createCanonicalizer();
  for (const { events } of Object.values(streams)) {
    for (const event of events) {
      if (String(event.type).endsWith("_CHUNK")) continue;
      const out: Parameters<typeof reduceEvents>[1][number][] = [];
      canonicalizer.push(event, out);
      expect(out).toHaveLength(1);
      expect(out[0]).toBe(event);
    }
  }
  expect(createSnapshot({ threadId: "t1" }).issues).toEqual([]);
});
