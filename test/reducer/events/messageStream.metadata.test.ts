import { describe, expect, test } from "vitest";
import type { EventInput, Metadata } from "../../../src/core.ts";
import {
  activity,
  call,
  finished,
  messages,
  reasoning,
  started,
  state,
  step,
  text,
  user,
} from "../events.ts";
import { reduce, thread } from "../reduce.ts";

const with3 = (make: (metadata: Metadata, at: number) => EventInput) =>
  [
    { a: { deep: 1 }, b: 1 },
    { a: { other: 2 }, c: null },
    { c: 3, d: [4] },
  ].map(make);

/** Merged metadata: the last write to a key wins, and values are replaced whole. */
const merged = { a: { other: 2 }, b: 1, c: 3, d: [4] };

describe("metadata is merged key by key into", () => {
  test.each([
    [
      "a text message",
      with3(
        (metadata, at) =>
          [
            text.start("m1", { metadata }),
            text.content("m1", "x", { metadata }),
            text.end("m1", { metadata }),
          ][at] as EventInput,
      ),
    ],
    [
      "a reasoning message",
      with3(
        (metadata, at) =>
          [
            reasoning.start("m1", { metadata }),
            reasoning.content("m1", "x", { metadata }),
            reasoning.end("m1", { metadata }),
          ][at] as EventInput,
      ),
    ],
    ["an activity", with3((metadata) => activity.snapshot("m1", {}, { metadata }))],
    ["a patched activity", with3((metadata) => activity.delta("m1", [], { metadata }))],
    ["a result", with3((metadata) => call.result("c1", "ok", { messageId: "m1", metadata }))],
  ])("merges metadata key by key into %s", (_, events) => {
    expect(reduce(thread(), started(), ...events).messages).toMatchObject([
      { id: "m1", metadata: merged },
    ]);
  });

  test("the tool call, not the message that holds it", () => {
    const { messages } = reduce(
      thread(),
      started(),
      ...with3(
        (metadata, at) =>
          [
            call.start("c1", "f", { metadata }),
            call.args("c1", "", { metadata }),
            call.end("c1", { metadata }),
          ][at] as EventInput,
      ),
    );
    expect(messages).toMatchObject([{ toolCalls: [{ id: "c1", metadata: merged }] }]);
    expect(messages[0]).not.toHaveProperty("metadata");
  });

  test("a message that has metadata", () => {
    const before = thread({ messages: [{ ...user("m1"), metadata: { a: 1, b: 1 } }] });
    const { messages } = reduce(
      before,
      started(),
      text.start("m1", { role: "user", metadata: { a: 2 } }),
    );
    expect(messages).toMatchObject([{ metadata: { a: 2, b: 1 } }]);
  });

  test("a message that has ended", () => {
    const { messages } = reduce(
      thread(),
      started(),
      text.start("m1"),
      text.end("m1"),
      text.content("m1", "", { metadata: { late: true } }),
    );
    expect(messages).toMatchObject([{ metadata: { late: true } }]);
  });
});

describe("metadata", () => {
  test("is ignored on events that build no message", () => {
    const metadata = { x: 1 };
    const before = reduce(thread({ messages: [user("u1")] }), started("r1", { metadata }));
    const { messages: list } = reduce(
      before,
      step.start("s", { metadata }),
      { ...state.snapshot({}), metadata },
      reasoning.open("s1", { metadata }),
      reasoning.encrypted("message", "u1", "opaque", { metadata }),
      messages([user("u1")], { metadata }),
      reasoning.close("s1", { metadata }),
      step.finish("s", { metadata }),
      finished(undefined, { metadata }),
    );
    expect(list).toHaveLength(1);
    expect(list[0]).not.toHaveProperty("metadata");
  });
});
