import { describe, expect, test } from "vitest";
import { createCanonicalizer } from "../../../src/protocol/canonicalizer.ts";
import type { Event } from "../../../src/protocol/events.ts";
import { started } from "../../reducer/events.ts";
import { canonical } from "../canonical.ts";

/** Returns the ids of the events of a type after canonicalization, in their order. */
async function idsOf(type: string, ...values: readonly unknown[]): Promise<unknown[]> {
  const { events } = await canonical(started(), ...values);
  return events.flatMap((event) => {
    const { messageId, toolCallId = messageId }: Record<string, unknown> = { ...event };
    return event.type === type ? [toolCallId] : [];
  });
}

const startWithoutId = { type: "TOOL_CALL_START", toolCallName: "search" };

describe("the id of an event that no start had", () => {
  test("is kept after the end of the text whose start had no id", async () => {
    const ids = await idsOf(
      "TEXT_MESSAGE_CONTENT",
      { type: "TEXT_MESSAGE_START", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", delta: "Hi" },
      { type: "TEXT_MESSAGE_END" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m9", delta: "Bye" },
    );
    expect(ids).toEqual(["id-1", "m9"]);
  });

  test("is kept after the result of the call whose start had no id", async () => {
    const ids = await idsOf(
      "TOOL_CALL_RESULT",
      startWithoutId,
      { type: "TOOL_CALL_ARGS", delta: "{}" },
      { type: "TOOL_CALL_END" },
      { type: "TOOL_CALL_RESULT", messageId: "r1", content: "ok" },
      { type: "TOOL_CALL_RESULT", messageId: "r2", toolCallId: "c9", content: "ok" },
    );
    expect(ids).toEqual(["id-1", "c9"]);
  });

  test("is kept when a call of an earlier run has it", async () => {
    const ids = await idsOf(
      "TOOL_CALL_RESULT",
      { ...startWithoutId, toolCallId: "c0" },
      { type: "TOOL_CALL_END", toolCallId: "c0" },
      { type: "RUN_FINISHED", threadId: "t1", runId: "r1" },
      started("r2"),
      startWithoutId,
      { type: "TOOL_CALL_ARGS", delta: "{}" },
      { type: "TOOL_CALL_RESULT", messageId: "m1", toolCallId: "c0", content: "ok" },
    );
    expect(ids).toEqual(["c0"]);
  });
});

describe("a text whose start arrived stays open when a call starts", () => {
  const call = { ...startWithoutId, toolCallId: "c1" };
  const content = (delta: string, messageId?: string) => ({
    type: "TEXT_MESSAGE_CONTENT",
    delta,
    messageId,
  });

  test("after a text without a start has ended", async () => {
    const ids = await idsOf(
      "TEXT_MESSAGE_CONTENT",
      content("Hi"),
      { type: "TEXT_MESSAGE_END" },
      { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
      content("By"),
      call,
      content("e"),
    );
    expect(ids).toEqual(["id-1", "m2", "m2"]);
  });

  test("beside a text without a start, which ends with the call", async () => {
    const ids = await idsOf(
      "TEXT_MESSAGE_CONTENT",
      content("Hi"),
      { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
      call,
      content("Bye"),
    );
    expect(ids).toEqual(["id-1", "m2"]);
  });

  test("and gets the delayed id of its content", async () => {
    const ids = await idsOf(
      "TEXT_MESSAGE_CONTENT",
      content("Hi"),
      { type: "TEXT_MESSAGE_END" },
      { type: "TEXT_MESSAGE_START", role: "assistant" },
      content("By"),
      call,
      content("e", "m9"),
    );
    expect(ids).toEqual(["id-1", "id-2", "id-2"]);
  });
});

test("arguments without an id continue the open call of an earlier connection that is incomplete", () => {
  const canonicalizer = createCanonicalizer(
    {},
    {
      openStreams: [
        { kind: "toolCalls", id: "c1", text: '{"a":' },
        { kind: "toolCalls", id: "c2" },
      ],
    },
  );
  const events: Event[] = [];
  canonicalizer.pushValue({ type: "TOOL_CALL_ARGS", delta: "1}" }, events);
  expect(events).toMatchObject([{ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "1}" }]);
});
