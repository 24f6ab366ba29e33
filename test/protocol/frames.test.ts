import { describe, expect, test } from "vitest";
import { AgentKitError } from "../../src/core.ts";
import { canonical, summaries } from "./canonical.ts";

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

  test("are dropped within a batch, and a nested batch is one such frame", async () => {
    const { batches, issues } = await canonical([end("a"), null, [end("x")], end("b")]);
    expect(batches).toEqual([[end("a"), end("b")]]);
    expect(issues).toHaveLength(2);
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
    ["undefined", {}],
    ["number", { type: 7 }],
    ["object", { type: { toString: 1, valueOf: 1 } }],
    ["constructor", { type: "constructor" }],
    ["__proto__", { type: "__proto__" }],
    ["text_message_start", { type: "text_message_start", messageId: "m1" }],
    ["THINKING_ALOUD", { type: "THINKING_ALOUD" }],
  ])("(%s) are dropped without a violation", async (type, event) => {
    const { events, issues, error } = await canonical(event, end("a"));
    expect(error).toBeUndefined();
    expect(events).toEqual([end("a")]);
    expect(summaries(issues)).toEqual([`notice unknown-event ${type}`]);
  });
});

describe("batches", () => {
  test("stay together, and empty batches are dropped", async () => {
    const { batches } = await canonical([end("a"), end("b")], end("c"), [], [{ type: "X" }]);
    expect(batches).toEqual([[end("a"), end("b")], [end("c")]]);
  });
});

test("a stream that throws passes its error on", async () => {
  const { canonicalEvents } = await import("../../src/core.ts");
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
