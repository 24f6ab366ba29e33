import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arkavo, awaken, hector } from "../../src/dialects.ts";
import type { Dialect, DialectFrame } from "../../src/protocol/dialect.ts";
import type { Message } from "../../src/protocol/events.ts";
import { framesOf, inputOf, reduced, translate } from "./dialectStreams.ts";

/** Every stream of the three dialects. */
const STREAMS: readonly (readonly [name: string, dialect: Dialect])[] = [
  ...["tool-run", "interrupt", "replay"].map(
    (name) => [`recordings/awaken-derived/${name}.sse`, awaken()] as const,
  ),
  ...["approval", "resumed", "snapshot"].map(
    (name) => [`dialects/awaken/${name}.sse`, awaken()] as const,
  ),
  ...["agui-v1", "agui-seed-doc", "a2a-v1", "a2a-v2", "tasks", "task-error", "error"].map(
    (name) => [`dialects/hector/${name}.sse`, hector()] as const,
  ),
  ["dialects/hector/a2a-seed-part.json", hector()],
  ...["chat", "dotted", "gateway"].map(
    (name) => [`dialects/arkavo/${name}.ndjson`, arkavo()] as const,
  ),
];

const reducedFrom = (dialect: Dialect, frames: readonly DialectFrame[], isWhole = true) =>
  reduced(translate(dialect, frames, { isWhole }).events);

function readableText({ role, content, ...rest }: Message): string {
  const calls = "toolCalls" in rest ? (rest.toolCalls ?? []) : [];
  const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return `${role}: ${text} ${calls.map((call) => call.function.arguments).join(" ")}`.trim();
}

describe.each(STREAMS)("the damaged stream %s", (name, dialect) => {
  const frames = framesOf(name);
  const whole = reducedFrom(dialect, frames).snapshot;

  test("a stream cut off at any frame has the beginning of each message and no issue", () => {
    for (let length = 0; length <= frames.length; length++) {
      const { snapshot, issues } = reducedFrom(dialect, frames.slice(0, length), false);
      expect(issues).toEqual([]);
      // Activities are replaced during a run, and tool results move before later messages.
      const comparable = snapshot.messages.filter(({ role }) => role !== "activity");
      for (const message of comparable) {
        const later = whole.messages.find(({ id }) => id === message.id);
        expect(later && readableText(later)).toContain(
          readableText(message).replace(/[\s`]+$/, ""),
        );
      }
    }
  });

  test("unknown frames change neither messages, state nor outcome", () => {
    const junk = fc.oneof(
      fc.string(),
      fc.constantFrom(null, true, 0, "", [], {}, [1], "[DONE]"),
      fc.dictionary(fc.constantFrom("foo", "bar", "messageId", "delta", "value"), fc.jsonValue()),
      fc.record({ type: fc.constantFrom("agentLost", "FUTURE_EVENT"), x: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(junk, fc.nat(frames.length)), { maxLength: 5 }), (added) => {
        const mixed = [...frames];
        // Inserts before the last frame, because a frame after the end is not part of the run.
        for (const [data, at] of added) mixed.splice(Math.min(at, frames.length - 1), 0, { data });
        const { snapshot } = reducedFrom(dialect, mixed);
        expect(snapshot.messages).toEqual(whole.messages);
        expect(snapshot.state).toEqual(whole.state);
        expect(snapshot.run.outcome).toBe(whole.run.outcome);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  test("a frame with a missing or malformed field leaves the text of all other frames intact", () => {
    for (const [at, frame] of frames.entries()) {
      const texts = frames.filter((_, i) => i !== at).flatMap(({ data }) => textsIn(data));
      for (const damaged of damages(frame.data)) {
        const mixed = frames.with(at, { ...frame, data: damaged });
        const { events } = translate(dialect, mixed);
        const { snapshot } = reduced(events);
        // The text of every other frame is present.
        const all =
          snapshot.messages.map(readableText).join("\n") + JSON.stringify(snapshot.messages);
        for (const text of texts) expect(all).toContain(text);
      }
    }
  });
});

test.each([awaken(), hector(), arkavo()])("an empty answer of $name is no run", (dialect) => {
  expect(translate(dialect, []).events).toEqual([]);
});

test.each([
  [hector(), [{ event: "message_delta", data: { delta: "Hello" } }]],
  [hector(), [{ data: [{ text: "Hm.", metadata: { event_type: "thinking" } }] }]],
  [hector(), [{ event: "content_block_delta", data: { delta: "Hello" } }]],
  [hector(), [{ event: "tool_call_start", data: { toolName: "search" } }]],
  [arkavo(), [{ data: { type: "messageDelta", delta: "Hello" } }]],
  [arkavo(), [{ data: { type: "toolCall", name: "search" } }]],
] as const)(
  "entities without ids of $name become separate messages in the next run",
  (dialect, frames) => {
    const runs = ["r1", "r2"].map((runId) => inputOf({ runId }));
    const events = runs.flatMap((input) => translate(dialect, frames, { input }).events);
    const { messages } = reduced(events).snapshot;
    const [first] = messages.map(readableText);
    expect(messages.map(readableText)).toEqual([first, first]);
  },
);

/** Returns the readable texts of a frame. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isText = (key === "delta" || key === "text") && typeof inner === "string";
    if (isText) return /^[{[]/.test(inner) ? [] : [JSON.stringify(inner).slice(1, -1)];
    return textsIn(inner);
  });
}

/** Returns variants of a value, each with a field removed or replaced. */
function damages(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [null, 7, {}, [{}]];
  if (Array.isArray(value)) {
    return value.flatMap((inner, i) => damages(inner).map((other) => value.with(i, other)));
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    return [
      rest,
      ...[...damages(inner), null, 7, "x", [], {}].map((other) => ({ ...rest, [key]: other })),
    ];
  });
}
