import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Agent,
  createSnapshot,
  createThread,
  type Event,
  type EventInput,
  reduceEvents,
  type Snapshot,
  type ToolCall,
} from "../../../src/core.ts";
import { beginRun } from "../../../src/reducer/localUpdates.ts";
import { findToolCall } from "../../../src/reducer/lookup.ts";
import { PartialArguments } from "../../../src/store/tools/partialArguments.ts";
import { call, messages, started } from "../../reducer/events.ts";
import { countLooks } from "../thread/countLooks.ts";

const begun = reduced(createSnapshot({ threadId: "t1" }), started(), call.start("c1", "book"));

function reduced(snapshot: Snapshot, ...events: EventInput[]): Snapshot {
  // The enum's members are these very strings.
  return reduceEvents(snapshot, events as Event[]);
}

/** The same with another stream attached: a run that is told on it again is told from the beginning. */
const attachedAgain = (snapshot: Snapshot) =>
  beginRun(snapshot, { runId: "r1", toolNames: [], at: 0 });

function callIn(snapshot: Snapshot): ToolCall {
  const found = findToolCall(snapshot, "c1");
  if (!found) throw new Error("The call is gone.");
  return found.toolCall;
}

/** A whole conversation in which the call has these arguments. */
const told = (args: string) => {
  const made = { id: "c1", type: "function", function: { name: "book", arguments: args } } as const;
  return messages([{ id: "c1", role: "assistant", toolCalls: [made] }]);
};

describe("arguments that arrive", () => {
  test("are read on where they go on, and keep what is complete", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":{"b":1},"c":"d'));
    const before = reader.read(callIn(first)) as { a: object };
    expect(before).toEqual({ a: { b: 1 }, c: "d" });
    expect(reader.read(callIn(first))).toBe(before);
    const now = reader.read(callIn(reduced(first, call.args("c1", 'e"'), call.args("c1", "}"))));
    expect(now).toEqual({ a: { b: 1 }, c: "de" });
    expect((now as typeof before).a).toBe(before.a);
  });

  test("are read on also where they come with the whole conversation", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":{"b":1}'));
    const before = reader.read(callIn(first)) as { a: object };
    const now = reader.read(callIn(reduced(first, told('{"a":{"b":1},"c":2'))));
    expect(now).toEqual({ a: { b: 1 }, c: 2 });
    expect((now as typeof before).a).toBe(before.a);
  });

  test("that are others are read from their start", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":[1,2'));
    expect(reader.read(callIn(first))).toEqual({ a: [1, 2] });
    expect(reader.read(callIn(reduced(first, told('{"b":"x"'))))).toEqual({ b: "x" });
    expect(reader.read(callIn(reduced(first, told(""))))).toBeUndefined();
  });

  test("that are told again are read from their start, also in one batch with what came before", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":[1,2'));
    expect(reader.read(callIn(first))).toEqual({ a: [1, 2] });
    const again = reduced(
      attachedAgain(first),
      call.args("c1", ",3"),
      started(),
      call.args("c1", '{"c":'),
    );
    expect(reader.read(callIn(again))).toEqual({});
    expect(reader.read(callIn(reduced(again, call.args("c1", "4"))))).toEqual({ c: 4 });
  });

  test("are what they are, whatever was read before and however they came about", () => {
    const delta = fc.constantFrom(...["{", "}", "[", "]", ",", ":", '"', '"a"', "1", " "]);
    const event = fc.oneof(
      { arbitrary: delta.map((piece) => call.args("c1", piece)), weight: 6 },
      delta.map((piece) => call.args("c1", piece, { metadata: { piece } })),
      delta.map((piece) => told(`[${piece}`)),
    );
    const step = fc.record({
      events: fc.array(event, { minLength: 1, maxLength: 3 }),
      /** How many snapshots it goes back first, as somebody who reduces them in another way does. */
      back: fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.nat(3)),
      isToldAgain: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
      isRead: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const snapshots = [reduced(begun, call.args("c1", "["))];
        const reader = new PartialArguments();
        for (const { events, back, isToldAgain, isRead } of steps) {
          const from = snapshots.at(-1 - back) ?? begun;
          const next = isToldAgain ? reduced(attachedAgain(from), started()) : from;
          snapshots.push(reduced(next, ...events));
          if (!isRead) continue;
          const now = callIn(snapshots.at(-1) ?? begun);
          expect(reader.read(now)).toEqual(new PartialArguments().read(now));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("cost what is new: nobody looks into all of the text that has come", async () => {
    const [frames, piece] = [200, '"0123456789",'];
    const reader = new PartialArguments();
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        yield call.start("c1", "book");
        yield call.args("c1", '{"items":[');
        for (let frame = 0; frame < frames; frame++) {
          yield Array.from({ length: 16 }, () => call.args("c1", piece));
          reader.read(callIn(thread.getSnapshot()));
        }
        yield call.args("c1", '""]}');
        yield call.end("c1");
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    };
    const thread = createThread({ agent });
    const looks = await countLooks(10 * 16 * piece.length, () => thread.run());
    // Once at the end, when it is all there.
    expect(looks).toBeLessThan(3);
    const value = reader.read(callIn(thread.getSnapshot())) as { items: string[] };
    expect(value.items).toHaveLength(16 * frames + 1);
  });
});
