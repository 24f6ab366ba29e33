import { describe, expect, test } from "vitest";
import { parseThread, serializeThread } from "../../../src/core.ts";
import { canonical } from "../canonical.ts";
import { type Fields, playStream, screen, streams } from "../lenientStreams.ts";

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

async function expectContent(healthy: readonly Fields[], faulty: readonly Fields[]) {
  const expected = screen((await playStream(healthy)).snapshot.messages);
  const { thread, result, snapshot } = await playStream(faulty);
  expect(result.outcome).toBe("success");
  expect(screen(snapshot.messages)).toEqual(expected);

  // The same messages, with the same ids, come from the stored log and from another run of the stream.
  const stored = await parseThread(await serializeThread(thread));
  expect(stored.snapshot.messages).toEqual(snapshot.messages);
  expect((await playStream(faulty)).snapshot.messages).toEqual(snapshot.messages);
  return snapshot;
}

/** True for a field whose absence is not a fault. */
function isOptional(field: string, type: string): boolean {
  return type.endsWith("_CHUNK") || !["messageId", "toolCallId"].includes(field);
}

describe.each(Object.entries(streams))("the stream of %s", (_, { events, fields }) => {
  test("is shown", async () => {
    const { snapshot } = await playStream(events);
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
    const { result } = await playStream(faulty, { strict: true });
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
    const { result } = await playStream(faulty, { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });
});

describe("an event with the names of another system", () => {
  const text = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1" };
  const start = { type: "TOOL_CALL_START", toolCallId: "c1" };
  const args = { type: "TOOL_CALL_ARGS", toolCallId: "c1" };
  const answer = { type: "TOOL_CALL_RESULT", messageId: "x1", toolCallId: "c1" };
  const before = [
    { type: "RUN_STARTED", threadId: "t1", runId: "r1" },
    { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
  ];
  const called = { function: { name: "search" } };
  const chunk = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1" };
  const thought = { type: "REASONING_MESSAGE_CHUNK", messageId: "r1" };

  test.each<[string, Fields, Fields]>([
    ["a text in `text`", { ...text, text: "Hi" }, { delta: "Hi" }],
    ["a text in `data`", { ...text, data: "Hi" }, { delta: "Hi" }],
    ["a text in `chunk`", { ...text, chunk: "Hi" }, { delta: "Hi" }],
    ["a text in `message`", { ...text, message: "Hi" }, { delta: "Hi" }],
    ["a delta that is a chunk of OpenAI", { ...text, delta: { content: "Hi" } }, { delta: "Hi" }],
    [
      "a delta of OpenAI that states the role",
      { ...text, delta: { role: "assistant", content: null } },
      { delta: "" },
    ],
    ["a delta of OpenAI at its end", { ...text, delta: {} }, { delta: "" }],
    [
      "a delta of OpenAI with a refusal",
      { ...text, delta: { content: null, refusal: "No" } },
      { delta: "No" },
    ],
    ["a delta that is a text block", { ...text, delta: { text: "Hi" } }, { delta: "Hi" }],
    ["arguments in `data`", { ...args, data: "{" }, { delta: "{" }],
    ["arguments in `text`", { ...args, text: "{" }, { delta: "{" }],
    ["arguments in `chunk`", { ...args, chunk: "{" }, { delta: "{" }],
    ["arguments in `content`", { ...args, content: "{" }, { delta: "{" }],
    ["a call with a `name`", { ...start, name: "search" }, { toolCallName: "search" }],
    ["a call with a `tool`", { ...start, tool: "search" }, { toolCallName: "search" }],
    ["a chunk with `data`", { ...chunk, data: "Hi" }, { delta: "Hi" }],
    ["a chunk with `chunk`", { ...chunk, chunk: "Hi" }, { delta: "Hi" }],
    ["a chunk with `message`", { ...chunk, message: { content: "Hi" } }, { delta: "Hi" }],
    ["a chunk of reasoning with `data`", { ...thought, data: "Hi" }, { delta: "Hi" }],
    ["a call with a `function`", { ...start, ...called }, { toolCallName: "search" }],
    ["a result in `output`", { ...answer, output: "4" }, { content: "4" }],
    ["a result in `text`", { ...answer, text: "4" }, { content: "4" }],
    ["a result in `response`", { ...answer, response: "4" }, { content: "4" }],
    ["a result in `data`", { ...answer, data: "4" }, { content: "4" }],
  ])("is read with an issue: %s", async (_, event, expected) => {
    const { events, issues } = await canonical(...before, event);
    expect(events.at(-1)).toMatchObject(expected);
    expect(issues).toHaveLength(1);
  });

  test.each<[string, Fields]>([
    ["`msg`", { msg: "No quota" }],
    ["`errorMessage`", { errorMessage: "No quota" }],
    ["`error_message`", { error_message: "No quota" }],
    ["`reason`", { reason: "No quota" }],
    ["`content`", { content: "No quota" }],
    ["`data`", { data: { message: "No quota" } }],
    ["the `detail` of FastAPI", { detail: [{ loc: ["body"], msg: "No quota" }] }],
    ["an error with a reason", { error: { reason: "No quota" } }],
  ])("ends the run with the words of the server: %s", async (_, fields) => {
    const { events } = await canonical({ type: "RUN_ERROR", ...fields });
    expect(events).toMatchObject([{ type: "RUN_ERROR", message: "No quota" }]);
  });

  const search = { ...start, toolCallName: "search" };
  const end = { type: "TOOL_CALL_END", toolCallId: "c1" };
  const withArgs = (delta: string) => ({ ...args, delta });
  const result = (content: string) => ({ type: "TOOL_CALL_RESULT", toolCallId: "c1", content });
  const openAi = { function: { name: "search", arguments: '{"q":1}' } };
  test.each<[string, Fields[], Fields[]]>([
    ["`args`", [{ ...search, args: { q: 1 } }, end], [search, withArgs('{"q":1}'), end]],
    ["`arguments`", [{ ...search, arguments: '{"q":1}' }, end], [search, withArgs('{"q":1}'), end]],
    ["a `function`", [{ ...search, ...openAi }, end], [search, withArgs('{"q":1}'), end]],
    ["`args` at its end", [search, { ...end, args: { q: 1 } }], [search, withArgs('{"q":1}'), end]],
    ["a `result`", [search, { ...end, result: { n: 2 } }], [search, end, result('{"n":2}')]],
    ["`args` and no end", [{ ...search, args: { q: 1 } }], [search, withArgs('{"q":1}')]],
    [
      "`args` that TOOL_CALL_ARGS repeats",
      [{ ...search, args: { q: 1 } }, withArgs('{"q":2}'), end],
      [search, withArgs('{"q":2}'), end],
    ],
  ])("has fields of other events: a call with %s", async (_, sent, expected) => {
    const finish = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
    const { events, issues } = await canonical(...before, ...sent, finish);
    expect(events.slice(before.length)).toMatchObject([...expected, finish]);
    const isRead = expected.length > sent.length;
    expect(issues.map(({ code }) => code)).toEqual(isRead ? ["misplaced-field"] : []);
  });
});
