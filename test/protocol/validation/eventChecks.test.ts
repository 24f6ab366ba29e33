import { describe, expect, test } from "vitest";
import { EventType } from "../../../src/core.ts";
import { canonical, summaries } from "../canonical.ts";
import { eventTypes } from "./eventTypes.ts";

type Json = Readonly<Record<string, unknown>>;

/** Fields with optional payloads, and fields in which null counts as absent. */
const tolerant = ["result", "rawEvent", "outcome", "parentMessageId", "input"];
const every: Json = { timestamp: 1, rawEvent: { any: null }, metadata: { a: null } };
const isChunk = (type: string) => type.endsWith("_CHUNK");

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns a value with the names of all fields in snake case. */
function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [snakeCase(key), withSnakeCase(field)]),
  );
}

test.each<[string, Json]>([
  [
    "the usage of a run",
    {
      type: "RUN_FINISHED",
      usage: [
        {
          provider: "p",
          model: "m",
          inputTokens: 1,
          outputTokens: 2,
          totalTokens: 3,
          reasoningTokens: 4,
          cachedInputTokens: 5,
          cacheWriteInputTokens: 6,
        },
      ],
    },
  ],
  [
    "the pending calls of a run",
    { type: "RUN_FINISHED", outcome: { type: "success", pendingToolCallIds: ["c1"] } },
  ],
  [
    "an interrupt",
    {
      type: "RUN_FINISHED",
      outcome: {
        type: "interrupt",
        interrupts: [
          {
            id: "i1",
            reason: "approval",
            subagentRunId: "s1",
            toolCallId: "c1",
            responseSchema: { type: "object" },
            expiresAt: "2030-01-01T00:00:00Z",
          },
        ],
      },
    },
  ],
  [
    "the interrupts of a sub-agent",
    {
      type: "SUBAGENT_FINISHED",
      subagentRunId: "s1",
      outcome: { type: "suspended", interruptIds: ["i1"] },
    },
  ],
  [
    "the input of a run",
    {
      type: "RUN_STARTED",
      input: {
        messages: [
          {
            id: "a1",
            role: "assistant",
            subagentRunId: "s1",
            encryptedValue: "E",
            toolCalls: [
              {
                id: "c1",
                type: "function",
                function: { name: "f", arguments: "{}" },
                encryptedValue: "E",
              },
            ],
          },
          { id: "t1", role: "tool", toolCallId: "c1", content: "4", encryptedValue: "E" },
          {
            id: "u1",
            role: "user",
            content: [
              { type: "image", source: { type: "url", value: "u", mimeType: "image/png" } },
            ],
          },
          { id: "p1", role: "activity", activityType: "PLAN", content: {} },
          { id: "r1", role: "reasoning", content: "", encryptedValue: "E" },
        ],
        tools: [],
        context: [],
        resume: [{ interruptId: "i1", status: "resolved", payload: 1 }],
        forwardedProps: { command: { resume: 1 } },
      },
    },
  ],
  [
    "the answer to a draft interrupt",
    {
      type: "RUN_STARTED",
      input: { messages: [], tools: [], context: [], resume: { interruptId: "i1", payload: 1 } },
    },
  ],
])("%s is read with its fields in snake case", async (_, event) => {
  const { events } = await canonical(withSnakeCase(event));
  expect(events).toHaveLength(1);
  expect(events).toEqual((await canonical(event)).events);
});

test("the table has every event type of the protocol", () => {
  expect(Object.keys(eventTypes).sort()).toEqual(Object.values(EventType).sort());
  expect(Object.keys(eventTypes)).toHaveLength(31);
});

describe.each(Object.entries(eventTypes))("the event %s", (type, row) => {
  const { event, required, expected = [], completed = [] } = row;
  if (!isChunk(type)) {
    test("with all optional fields passes unchanged", async () => {
      const sentEvent = { type, ...every, ...event };
      const { events, issues } = await canonical(sentEvent);
      expect(events).toEqual([sentEvent]);
      expect(issues).toEqual([]);
    });

    test("keeps unknown fields", async () => {
      const sentEvent = { type, ...event, tomorrow: { new: true } };
      expect((await canonical(sentEvent)).events).toEqual([sentEvent]);
    });
  }

  test("is read with its fields in snake_case", async () => {
    const fields = Object.entries({ ...every, ...event });
    const renamed = fields.filter(([key]) => snakeCase(key) !== key);
    const sent = Object.fromEntries(fields.map(([key, value]) => [snakeCase(key), value]));
    const { events, issues } = await canonical({ type, ...sent });
    expect(events).toEqual((await canonical({ type, ...every, ...event })).events);
    expect(issues.filter(({ code }) => code === "renamed-field")).toHaveLength(renamed.length);
  });

  test("is no issue without its optional fields", async () => {
    const fields = Object.entries(event).filter(([key]) =>
      [...required, ...expected, "messageId"].includes(key),
    );
    // A chunk without an id continues an open stream, and none is open here.
    const { issues, events } = await canonical({ type, ...Object.fromEntries(fields) });
    expect(events.length).toBeGreaterThan(0);
    expect(issues.filter(({ code }) => code !== "ambiguous-chunk")).toEqual([]);
  });

  for (const field of required.filter((key) => !completed.includes(key))) {
    test(`is dropped without its ${field}`, async () => {
      const { [field]: _, ...rest } = event;
      const { events, issues } = await canonical({ type, ...rest });
      expect(events).toEqual([]);
      expect(issues).toMatchObject([
        { code: "malformed-event", severity: "violation", eventType: type, subject: field },
      ]);
    });
  }

  const optional = Object.keys({ ...every, ...event }).filter(
    (key) => !required.includes(key) && ![...expected, ...tolerant].includes(key),
  );
  for (const field of optional.filter((key) => !(isChunk(type) && key === "messageId"))) {
    test(`reads ${field}: null as absent`, async () => {
      const { [field]: _, ...rest } = { ...every, ...event };
      const { events, issues } = await canonical({ type, ...rest, [field]: null });
      expect(events).toEqual((await canonical({ type, ...rest })).events);
      expect(summaries(issues)).toContain(`violation null-field ${field}`);
    });

    // Content is read, however it is written.
    if (field === "delta") continue;
    test(`ignores a ${field} of the wrong kind`, async () => {
      const { [field]: _, ...rest } = { ...every, ...event };
      const wrong = field === "metadata" ? [] : {};
      const { events, issues } = await canonical({ type, ...rest, [field]: wrong });
      expect(events).toEqual((await canonical({ type, ...rest })).events);
      expect(summaries(issues)).toContain(`violation malformed-field ${field}`);
    });
  }
});

describe("nulls that the reference client tolerates", () => {
  test.each([
    [{ type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" }, "parentMessageId"],
    [{ type: "RUN_FINISHED", threadId: "t1", runId: "r1" }, "outcome"],
    [{ type: "RAW", event: 1 }, "rawEvent"],
  ])("are read as absent without an issue: %o %s", async (event, field) => {
    const { events, issues } = await canonical({ ...event, [field]: null });
    expect(events).toEqual([event]);
    expect(issues).toEqual([]);
  });
});

describe("null in a payload", () => {
  test.each([
    [{ type: "STATE_SNAPSHOT", snapshot: null }],
    [{ type: "STATE_SNAPSHOT", snapshot: { a: null } }],
    [{ type: "CUSTOM", name: "n", value: null }],
    [{ type: "RAW", event: { a: null } }],
    [{ type: "RUN_FINISHED", threadId: "t1", runId: "r1", result: null }],
    [{ type: "SUBAGENT_FINISHED", subagentRunId: "s1", result: null }],
    [{ type: "STATE_DELTA", delta: [{ op: "add", path: "/a", value: null }] }],
    [{ type: "TEXT_MESSAGE_END", messageId: "m1", metadata: { usage: null } }],
    [{ type: "ACTIVITY_SNAPSHOT", messageId: "m1", activityType: "P", content: { a: null } }],
  ])("stays in %o", async (event) => {
    const { events, issues } = await canonical(event);
    expect(events).toEqual([event]);
    expect(issues).toEqual([]);
  });
});

describe("a missing expected field is an issue and does not drop the event", () => {
  test.each([
    ["threadId", { type: "RUN_STARTED", runId: "r9" }, { threadId: "t1", runId: "r9" }],
    ["runId", { type: "RUN_FINISHED", threadId: "t9" }, { threadId: "t9", runId: "r1" }],
    ["runId", { type: "RUN_STARTED", threadId: "t9", runId: "" }, { threadId: "t9", runId: "r1" }],
    ["message", { type: "RUN_ERROR" }, { message: "" }],
    ["role", { type: "REASONING_MESSAGE_START", messageId: "m1" }, { role: "reasoning" }],
    ["subtype", { type: "REASONING_ENCRYPTED_VALUE", entityId: "m1", encryptedValue: "x" }, {}],
  ])("%s of %o", async (field, event, expected) => {
    const { events, issues } = await canonical(event);
    expect(events).toEqual([{ ...event, ...expected }]);
    if (field in event) expect(issues).toEqual([]);
    else expect(summaries(issues)).toEqual([`violation malformed-field ${field}`]);
  });
});

describe("JSON Patches are applied completely or not at all", () => {
  test.each([
    ["an unknown operation", [{ op: "merge", path: "/a", value: 1 }]],
    ["a path that is no pointer", [{ op: "add", path: "a", value: 1 }]],
    ["a path with a broken escape", [{ op: "add", path: "/~2", value: 1 }]],
    ["an add without a value", [{ op: "add", path: "/a" }]],
    ["a move from nowhere", [{ op: "move", path: "/a" }]],
    ["one bad operation among good ones", [{ op: "remove", path: "/a" }, null]],
    ["something that is no list", { path: "/a" }],
    ["text that is no JSON", "remove /a"],
  ])("%s drops the event", async (_, patch) => {
    const state = await canonical({ type: "STATE_DELTA", delta: patch });
    expect(state.events).toEqual([]);
    expect(state.issues).toHaveLength(1);
    expect(state.issues[0]?.subject).toMatch(/^delta/);
    const activity = { type: "ACTIVITY_DELTA", messageId: "m1", activityType: "P", patch };
    expect((await canonical(activity)).events).toEqual([]);
  });
});

test("arguments sent as an object become their JSON text", async () => {
  const { events, issues } = await canonical({
    type: "TOOL_CALL_ARGS",
    toolCallId: "c1",
    delta: { city: "Rome" },
  });
  expect(events).toEqual([{ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"city":"Rome"}' }]);
  expect(issues).toEqual([]);
});
