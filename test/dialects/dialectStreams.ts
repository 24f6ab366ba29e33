import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { createSnapshot, reduceEvents, type Snapshot } from "../../src/core.ts";
import { createCanonicalizer } from "../../src/protocol/canonicalizer.ts";
import type { Dialect, DialectFrame } from "../../src/protocol/dialect.ts";
import type { Event, EventInput, RunAgentInput } from "../../src/protocol/events.ts";
import { expectSameAsReference } from "../differential/compare.ts";

const root = new URL("../fixtures/", import.meta.url);

/** Reads a fixture by its path, for example `dialects/hector/agui-v1.sse`. */
export function fixture(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

/** Returns the frames of a fixture of Server-Sent Events, JSON lines or one JSON value. */
export function framesOf(path: string): readonly DialectFrame[] {
  const text = fixture(path);
  if (path.endsWith(".json")) return [{ data: JSON.parse(text) }];
  if (path.endsWith(".ndjson")) {
    return text.split("\n").flatMap((line) => (line ? { data: JSON.parse(line) } : []));
  }
  return text.split(/\n\n+/).flatMap((block) => {
    const lines = block.split("\n");
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `));
    const [data, event, id] = ["data", "event", "id"].map((name) =>
      field(name)?.slice(name.length + 2),
    );
    if (data === undefined) return [];
    return { data: JSON.parse(data), ...(event && { event }), ...(id && { id }) };
  });
}

export function inputOf(fields: Partial<RunAgentInput> = {}): RunAgentInput {
  const empty = { messages: [], tools: [], context: [], state: {}, forwardedProps: {} };
  return { threadId: "t1", runId: "r1", ...empty, ...fields };
}

/** The events of an answer that a dialect has translated. */
export interface Translated {
  readonly events: readonly EventInput[];
  readonly cursors: readonly string[];
}

export function translate(
  dialect: Dialect,
  frames: readonly DialectFrame[],
  { input = inputOf(), isWhole = true }: { input?: RunAgentInput; isWhole?: boolean } = {},
): Translated {
  const cursors: string[] = [];
  const onCursor = (cursor: string) => cursors.push(cursor);
  const reader = dialect.read({ input, isReplay: false, onCursor });
  const events = frames.flatMap((frame) => reader.push(frame));
  return { events: isWhole ? [...events, ...reader.end()] : events, cursors };
}

/** Returns the snapshot of a thread after these events, and the issues. */
export function reduced(events: readonly unknown[]): {
  readonly snapshot: Snapshot;
  readonly issues: readonly string[];
} {
  const issues: string[] = [];
  const canonicalizer = createCanonicalizer({ onIssue: ({ message }) => issues.push(message) });
  const canonical: Event[] = [];
  for (const event of events) canonicalizer.pushValue(event, canonical);
  const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), canonical);
  return { snapshot, issues: [...issues, ...snapshot.issues.map(({ message }) => message)] };
}

/** Returns a snapshot without times and the reducer's bookkeeping. */
export function withoutTimes({
  tracking: _,
  timings: _timings,
  ...rest
}: Snapshot): Partial<Snapshot> {
  return JSON.parse(
    JSON.stringify(rest, (key, value) =>
      key === "startedAt" || key === "endedAt" ? undefined : value,
    ),
  );
}

/**
 * Expects that the translated answer is valid AG-UI 1.0 for the reference client and leads to the
 * same snapshot as the expected events.
 */
export async function expectSameAs(
  translated: readonly EventInput[],
  written: readonly EventInput[],
): Promise<void> {
  const actual = reduced(translated);
  expect(actual.issues).toEqual([]);
  const wanted = reduced(written);
  expect(wanted.issues).toEqual([]);
  expect(withoutTimes(actual.snapshot)).toEqual(withoutTimes(wanted.snapshot));
  await expectSameAsReference({ turns: [{ events: translated }] });
}
