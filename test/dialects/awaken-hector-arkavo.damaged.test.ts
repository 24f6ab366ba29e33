import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arkavo, awaken, hector } from "../../src/dialects.ts";
import type { Dialect, DialectFrame } from "../../src/protocol/dialect.ts";
import type { Message } from "../../src/protocol/events.ts";
import { framesOf, inputOf, reduced, translate } from "./accents.ts";

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

const heldAfter = (dialect: Dialect, frames: readonly DialectFrame[], isWhole = true) =>
  reduced(translate(dialect, frames, { isWhole }).events);

/** What there is to read in a message. */
function words({ role, content, ...rest }: Message): string {
  const calls = "toolCalls" in rest ? (rest.toolCalls ?? []) : [];
  const spoken = typeof content === "string" ? content : JSON.stringify(content ?? "");
  return `${role}: ${spoken} ${calls.map((call) => call.function.arguments).join(" ")}`.trim();
}

describe.each(STREAMS)("%s", (name, dialect) => {
  const frames = framesOf(name);
  const whole = heldAfter(dialect, frames).snapshot;

  test("cut off at any frame holds the beginning of what it says, and breaks no rule", () => {
    for (let length = 0; length <= frames.length; length++) {
      const { snapshot, issues } = heldAfter(dialect, frames.slice(0, length), false);
      expect(issues).toEqual([]);
      // Activities are replaced as they go on, and results stand before what was said meanwhile.
      const said = snapshot.messages.filter(({ role }) => role !== "activity");
      for (const message of said) {
        const later = whole.messages.find(({ id }) => id === message.id);
        expect(later && words(later)).toContain(words(message).replace(/[\s`]+$/, ""));
      }
    }
  });

  test("frames that nobody knows are kept and change nothing that was said", () => {
    const junk = fc.oneof(
      fc.string(),
      fc.constantFrom(null, true, 0, "", [], {}, [1], "[DONE]"),
      fc.dictionary(fc.constantFrom("foo", "bar", "messageId", "delta", "value"), fc.jsonValue()),
      fc.record({ type: fc.constantFrom("agentLost", "FUTURE_EVENT"), x: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(junk, fc.nat(frames.length)), { maxLength: 5 }), (added) => {
        const mixed = [...frames];
        // Nothing after the last word: that is no part of the run any more.
        for (const [data, at] of added) mixed.splice(Math.min(at, frames.length - 1), 0, { data });
        const { snapshot } = heldAfter(dialect, mixed);
        expect(snapshot.messages).toEqual(whole.messages);
        expect(snapshot.state).toEqual(whole.state);
        expect(snapshot.run.outcome).toBe(whole.run.outcome);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  test("any field of any frame may be missing or of another kind", () => {
    for (const [at, frame] of frames.entries()) {
      const texts = frames.filter((_, i) => i !== at).flatMap(({ data }) => textsIn(data));
      for (const damaged of damages(frame.data)) {
        const mixed = frames.with(at, { ...frame, data: damaged });
        const { events } = translate(dialect, mixed);
        const { snapshot } = reduced(events);
        // What the other frames say is all there.
        const all = snapshot.messages.map(words).join("\n") + JSON.stringify(snapshot.messages);
        for (const text of texts) expect(all).toContain(text);
      }
    }
  });
});

test.each([awaken(), hector(), arkavo()])(
  "an answer of $name that says nothing is no run",
  (dialect) => {
    expect(translate(dialect, []).events).toEqual([]);
  },
);

test.each([
  [hector(), [{ event: "message_delta", data: { delta: "Hello" } }]],
  [hector(), [{ data: [{ text: "Hm.", metadata: { event_type: "thinking" } }] }]],
  [hector(), [{ event: "content_block_delta", data: { delta: "Hello" } }]],
  [hector(), [{ event: "tool_call_start", data: { toolName: "search" } }]],
  [arkavo(), [{ data: { type: "messageDelta", delta: "Hello" } }]],
  [arkavo(), [{ data: { type: "toolCall", name: "search" } }]],
] as const)("what $name gives no id is another message in the next run", (dialect, frames) => {
  const runs = ["r1", "r2"].map((runId) => inputOf({ runId }));
  const events = runs.flatMap((input) => translate(dialect, frames, { input }).events);
  const { messages } = reduced(events).snapshot;
  const [first] = messages.map(words);
  expect(messages.map(words)).toEqual([first, first]);
});

/** The words of a frame that a person gets to read. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isWords = (key === "delta" || key === "text") && typeof inner === "string";
    if (isWords) return /^[{[]/.test(inner) ? [] : [JSON.stringify(inner).slice(1, -1)];
    return textsIn(inner);
  });
}

/** A value with one of its fields left out, or replaced by something else. */
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
