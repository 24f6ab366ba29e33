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
import { findToolCall } from "../../../src/reducer/findToolCall.ts";
import { beginRun } from "../../../src/reducer/runUpdates.ts";
import { PartialArguments } from "../../../src/store/tools/partialArguments.ts";
import { call, messages, started } from "../../reducer/events.ts";
import { fc } from "../../support/seededFastCheck.ts";
import { countTextReads } from "../thread/countTextReads.ts";

const begun = reduced(createSnapshot({ threadId: "t1" }), started(), call.start("c1", "book"));

function reduced(snapshot: Snapshot, ...events: EventInput[]): Snapshot {
  // The members of the enum are these strings.
  return reduceEvents(snapshot, events as Event[]);
}

/** Attaches another stream, on which a known run is replayed from its start. */
const attachedAgain = (snapshot: Snapshot) =>
  beginRun(snapshot, { runId: "r1", toolNames: [], at: 0 });

function callIn(snapshot: Snapshot): ToolCall {
  const found = findToolCall(snapshot, "c1");
  if (!found) throw new Error("The call is gone.");
  return found.toolCall;
}

/** Returns the partial arguments of a call from a MESSAGES_SNAPSHOT. */
const parsed = (args: string) => {
  const made = { id: "c1", type: "function", function: { name: "book", arguments: args } } as const;
  return messages([{ id: "c1", role: "assistant", toolCalls: [made] }]);
};

describe("partial arguments", () => {
  test("are parsed incrementally and keep complete parts", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":{"b":1},"c":"d'));
    const before = reader.parseArguments(callIn(first)) as { a: object };
    expect(before).toEqual({ a: { b: 1 }, c: "d" });
    expect(reader.parseArguments(callIn(first))).toBe(before);
    const now = reader.parseArguments(
      callIn(reduced(first, call.args("c1", 'e"'), call.args("c1", "}"))),
    );
    expect(now).toEqual({ a: { b: 1 }, c: "de" });
    expect((now as typeof before).a).toBe(before.a);
  });

  test("are parsed incrementally also from a MESSAGES_SNAPSHOT", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":{"b":1}'));
    const before = reader.parseArguments(callIn(first)) as { a: object };
    const now = reader.parseArguments(callIn(reduced(first, parsed('{"a":{"b":1},"c":2'))));
    expect(now).toEqual({ a: { b: 1 }, c: 2 });
    expect((now as typeof before).a).toBe(before.a);
  });

  test("are parsed from the start when they differ", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":[1,2'));
    expect(reader.parseArguments(callIn(first))).toEqual({ a: [1, 2] });
    expect(reader.parseArguments(callIn(reduced(first, parsed('{"b":"x"'))))).toEqual({ b: "x" });
    expect(reader.parseArguments(callIn(reduced(first, parsed("x"))))).toBeUndefined();
  });

  test("are parsed from the start in a replay, also within one batch", () => {
    const reader = new PartialArguments();
    const first = reduced(begun, call.args("c1", '{"a":[1,2'));
    expect(reader.parseArguments(callIn(first))).toEqual({ a: [1, 2] });
    const again = reduced(
      attachedAgain(first),
      call.args("c1", ",3"),
      started(),
      call.args("c1", '{"c":'),
    );
    expect(reader.parseArguments(callIn(again))).toEqual({});
    expect(reader.parseArguments(callIn(reduced(again, call.args("c1", "4"))))).toEqual({ c: 4 });
  });

  test("are correct whatever was parsed before", () => {
    const delta = fc.constantFrom(...["{", "}", "[", "]", ",", ":", '"', '"a"', "1", " "]);
    const event = fc.oneof(
      { arbitrary: delta.map((piece) => call.args("c1", piece)), weight: 6 },
      delta.map((piece) => call.args("c1", piece, { metadata: { piece } })),
      delta.map((piece) => parsed(`[${piece}`)),
    );
    const step = fc.record({
      events: fc.array(event, { minLength: 1, maxLength: 3 }),
      /** Number of snapshots to go back first, as a caller that reduces events differently does. */
      back: fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.nat(3)),
      isReplayed: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
      isRead: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const snapshots = [reduced(begun, call.args("c1", "["))];
        const reader = new PartialArguments();
        for (const { events, back, isReplayed, isRead } of steps) {
          const from = snapshots.at(-1 - back) ?? begun;
          const next = isReplayed ? reduced(attachedAgain(from), started()) : from;
          snapshots.push(reduced(next, ...events));
          if (!isRead) continue;
          const now = callIn(snapshots.at(-1) ?? begun);
          expect(reader.parseArguments(now)).toEqual(new PartialArguments().parseArguments(now));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("cost only the new text: the received text is never read again", async () => {
    const [frames, piece] = [200, '"0123456789",'];
    const reader = new PartialArguments();
    const agent: Agent = {
      async *run({ threadId, runId }) {
        yield { type: "RUN_STARTED", threadId, runId };
        yield call.start("c1", "book");
        yield call.args("c1", '{"items":[');
        for (let frame = 0; frame < frames; frame++) {
          yield Array.from({ length: 16 }, () => call.args("c1", piece));
          reader.parseArguments(callIn(thread.getSnapshot()));
        }
        yield call.args("c1", '""]}');
        yield call.end("c1");
        yield { type: "RUN_FINISHED", threadId, runId };
      },
    };
    const thread = createThread({ agent });
    const looks = await countTextReads(10 * 16 * piece.length, () => thread.run());
    // The whole text is read once, at its end.
    expect(looks).toBeLessThan(3);
    const value = reader.parseArguments(callIn(thread.getSnapshot())) as { items: string[] };
    expect(value.items).toHaveLength(16 * frames + 1);
  });
});
