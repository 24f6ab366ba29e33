import { describe, expect, test } from "vitest";
import { AgentKitError } from "../../../src/core.ts";
import { canonical, summaries } from "../canonical.ts";

const json = JSON.stringify;
const end = (messageId: string) => ({ type: "TEXT_MESSAGE_END", messageId });

describe("frames that are not JSON objects", () => {
  test.each([[null], [undefined], [7], ["data: hi"], [true], [Symbol("x")], [() => {}], [9n]])(
    "(%s) are dropped, and the stream continues",
    async (frame) => {
      const { events, issues, error } = await canonical(end("a"), frame, end("b"));
      expect(error).toBeUndefined();
      expect(events).toEqual([end("a"), end("b")]);
      expect(issues).toMatchObject([{ code: "malformed-frame", severity: "violation" }]);
    },
  );

  test("are dropped within a batch", async () => {
    const { batches, issues } = await canonical([end("a"), null, [["x"]], end("b")]);
    expect(batches).toEqual([[end("a"), end("b")]]);
    expect(issues).toHaveLength(2);
  });

  test.each<[string, unknown, string]>([
    ["a list in a batch", [end("a"), [end("x")], end("b")], "array"],
    ["a list in a list", [end("a"), [[[end("x")]]], end("b")], "array"],
    ["an object with `events`", [end("a"), { events: [end("x")] }, end("b")], "object"],
    ["JSON text", [end("a"), json(end("x")), end("b")], "string"],
    ["JSON text in JSON text", [end("a"), json(json(end("x"))), end("b")], "string"],
    ["objects without separators", [end("a"), `${json(end("x"))}{"type":`, end("b")], "string"],
    ["text after a second `data:`", [end("a"), `data: ${json(end("x"))}`, end("b")], "string"],
    [
      "text after a third `data:`",
      [end("a"), `data: data:${json([end("x")])}`, end("b")],
      "string",
    ],
  ])("are read when they contain events: %s", async (_, batch, subject) => {
    const { events, issues } = await canonical(batch);
    expect(events).toEqual([end("a"), end("x"), end("b")]);
    expect(summaries(issues)).toEqual([`violation repaired-frame ${subject}`]);
  });

  test("are dropped when the event is in more than four levels of lists", async () => {
    const deep = `${"[".repeat(5_000)}${json(end("x"))}${"]".repeat(5_000)}`;
    const { events, issues } = await canonical(JSON.parse(deep), deep);
    expect(events).toEqual([]);
    expect(summaries(issues)).toMatchObject(
      Array(2).fill(expect.stringMatching(/malformed-frame/)),
    );
  });

  test.each([
    ["null", null],
    ["text", "ping"],
    ["a number", 0],
    ["text in JSON", "{ alive }"],
  ])("never fail the stream when they claim to be no event: %s", async (_, frame) => {
    const { events, error } = await canonical(...Array.from({ length: 50 }, () => frame), end("a"));
    expect(error).toBeUndefined();
    expect(events).toEqual([end("a")]);
  });

  test("fail the stream when more than ten are broken events", async () => {
    const broken = '{"type":"TEXT_MESSAGE_';
    const ten = await canonical(...Array.from({ length: 10 }, () => broken), end("a"));
    expect(ten.error).toBeUndefined();
    expect(ten.events).toEqual([end("a")]);

    const eleven = await canonical(end("a"), ...Array.from({ length: 11 }, () => broken), end("b"));
    expect(eleven.events).toEqual([end("a")]);
    expect(eleven.error).toBeInstanceOf(AgentKitError);
    expect(eleven.error).toMatchObject({ code: "malformed-stream" });
  });

  test("are quoted only in part", async () => {
    const { issues } = await canonical("<html>".repeat(1_000));
    expect(issues[0]?.message.length).toBeLessThan(200);
  });
});

describe("events of an unknown type", () => {
  test.each([
    ["TOMORROW", { type: "TOMORROW", a: 1 }],
    ["{}", {}],
    ["{status}", { status: "connected" }],
    ["{a, b, c}", { a: 1, b: 2, c: 3 }],
    ["{a, b, c, …}", { a: 1, b: 2, c: 3, d: 4, e: 5 }],
    [`{${"x".repeat(40)}}`, { ["x".repeat(1000)]: 1 }],
    ["type: number", { type: 7 }],
    ["type: object", { type: { toString: 1, valueOf: 1 } }],
    ["constructor", { type: "constructor" }],
    ["__proto__", { type: "__proto__" }],
    ["text-message-start", { type: "text-message-start", messageId: "m1" }],
    ["text_start", { type: "text_start", messageId: "m1" }],
    ["THINKING_ALOUD", { type: "THINKING_ALOUD" }],
  ])("(%s) are dropped without a violation", async (type, event) => {
    const { events, issues, error } = await canonical(event, end("a"));
    expect(error).toBeUndefined();
    expect(events).toEqual([end("a")]);
    expect(summaries(issues)).toEqual([`notice unknown-event ${type}`]);
  });
});

describe("events of the protocol with their type in another form", () => {
  test.each(["text_message_end", "textMessageEnd", "TextMessageEnd", "EventType.TEXT_MESSAGE_END"])(
    "have the type of the protocol: %s",
    async (type) => {
      const { events, issues } = await canonical({ type, messageId: "a" });
      expect(events).toEqual([end("a")]);
      expect(summaries(issues)).toEqual([`violation repaired-type ${type}`]);
    },
  );

  test.each<[string, unknown]>([
    ["data without a type", { event: "TEXT_MESSAGE_END", data: { messageId: "a" } }],
    ["data with another spelling", { event: "text_message_end", data: { messageId: "a" } }],
    ["data with a type", { event: "message", data: end("a") }],
    ["data as text", { event: "message", data: json(end("a")) }],
  ])("are read from an envelope: %s", async (_, frame) => {
    const { events, issues } = await canonical(frame);
    expect(events).toEqual([end("a")]);
    expect(summaries(issues)).toEqual(["violation missing-field type"]);
  });

  test("are no envelopes of other systems", async () => {
    const { events, issues } = await canonical({ event: "token", data: { messageId: "a" } });
    expect(events).toEqual([]);
    expect(summaries(issues)).toEqual(["notice unknown-event {event, data}"]);
  });
});

describe("batches", () => {
  test("stay together, and empty batches are dropped", async () => {
    const { batches } = await canonical([end("a"), end("b")], end("c"), [], [{ type: "X" }]);
    expect(batches).toEqual([[end("a"), end("b")], [end("c")]]);
  });
});

test("a stream that throws passes its error on", async () => {
  const { canonicalEvents } = await import("../../../src/core.ts");
  async function* broken() {
    yield { type: "TEXT_MESSAGE_END" as const, messageId: "a" };
    throw new Error("reset");
  }
  const received: unknown[] = [];
  const reading = async () => {
    for await (const events of canonicalEvents(broken())) received.push(...events);
  };
  await expect(reading()).rejects.toThrow("reset");
  expect(received).toEqual([end("a")]);
});
