import { expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { createStreamCursor } from "../../../src/store/reconnect/streamCursor.ts";
import { eventually } from "../../support/eventually.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { connectionError } from "./cuttableAgent.ts";

test("a cursor is valid until the next event or until the server withdraws it", async () => {
  const recordedCauses: unknown[] = [];
  const recordChange = ({ cause }: { cause?: unknown }) => recordedCauses.push(cause);
  // A stream cursor uses only `changes.recordChange` of a thread.
  const cursor = createStreamCursor({ changes: { recordChange } as never }, "0");
  const read: unknown[] = [];
  const reader = cursor.createReader({
    receiveYielded: (yielded) => void read.push(yielded),
    isCatchingUp: false,
    hasDeferredEvents: false,
  });
  expect(cursor.currentCursor()).toBe("0");
  await reader("a");
  expect(cursor.currentCursor()).toBeUndefined();
  cursor.onCursor("1");
  expect(cursor.currentCursor()).toBe("1");
  cursor.onCursor("");
  expect(cursor.currentCursor()).toBeUndefined();
  expect(read).toEqual(["a"]);
  expect(recordedCauses).toEqual([
    { name: "cursor", cursor: "1" },
    { name: "cursor", cursor: "" },
  ]);
});

const unnamedCall = { type: "TOOL_CALL_START", toolCallName: "search" } as unknown as EventInput;
const unnamedText = { type: "TEXT_MESSAGE_START", role: "assistant" } as unknown as EventInput;
const callEvents: readonly EventInput[] = [
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];
const look = assistantText("Let me look.", "m1");
const note: EventInput = { type: "CUSTOM", name: "note", value: 1 };

/** A stream of a run: from one event to another, with the cursors of its events or without. */
interface Stream {
  readonly from: number;
  readonly to: number;
  readonly hasCursors?: false;
}

test.each<[string, readonly EventInput[], readonly Stream[], string | undefined]>([
  [
    "the start of a call without an id",
    [...look, unnamedCall, ...callEvents],
    [{ from: 0, to: 5 }],
    "4",
  ],
  [
    "the start of a text without an id",
    [...look, unnamedText, ...assistantText("Hello", "m2").slice(1)],
    [{ from: 0, to: 5 }],
    "4",
  ],
  [
    "a repeated start of the run",
    [note, ...look, ...assistantText("Hello", "m2")],
    [
      { from: 0, to: 5, hasCursors: false },
      { from: 0, to: 2 },
    ],
    undefined,
  ],
])("a reload after %s loses and doubles nothing", async (_, events, streams, cursorAfterReload) => {
  const sent = runEvents("r1", ...events);
  const waiting = [...streams];
  const connects: unknown[] = [];
  let isReached = false;

  /** Streams events. The last stream before the reload stays open, and the others are lost. */
  async function* streamNext(cursor?: string, onCursor?: (cursor: string) => void) {
    const next = waiting.shift();
    const { from, to, hasCursors = true } = next ?? { from: Number(cursor ?? 0), to: sent.length };
    for (let at = from; at < to; at++) {
      yield structuredClone(sent.slice(at, at + 1));
      if (hasCursors) onCursor?.(String(at + 1));
    }
    if (!next) return;
    if (waiting.length > 0) throw connectionError();
    isReached = true;
    await new Promise(() => {});
  }
  const agent: Agent = {
    run: (_, { onCursor }) => streamNext(undefined, onCursor),
    connect(_, { cursor, onCursor }) {
      connects.push(cursor);
      return streamNext(cursor, onCursor);
    },
  };
  const whole = createThread({
    agent: {
      run: async function* () {
        yield sent;
      },
    },
    threadId: "t1",
  });
  await whole.run();

  const options = { agent, threadId: "t1", storage: memoryStorage() };
  const left = createThread(options);
  left.run().catch(() => {});
  await vi.waitUntil(() => isReached, { interval: 1 });
  await vi.waitUntil(() => left.isStored(), { interval: 1 });
  left.dispose();
  const thread = createThread(options);
  await eventually(() => connects).toHaveLength(streams.length);
  await eventually(() => thread.getSnapshot().run.status).toBe("idle");
  expect(thread.getSnapshot().messages).toEqual(whole.getSnapshot().messages);
  expect(connects.at(-1)).toBe(cursorAfterReload);
});
