import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { LOSES_CALLS, withoutLostCalls } from "./lostCalls.ts";
import { type RecordedAnswer, readRecordedAnswers } from "./recordedAnswers.ts";
import { type Replayed, replay } from "./replay.ts";

const sse = readRecordedAnswers("sse").map((recording) => [recording.name, recording] as const);
const proto = readRecordedAnswers("proto").map((recording) => [recording.name, recording] as const);

/**
 * Reasons for different results than in the reference client. Our results are tested in
 * `failures.test.ts`.
 */
const UNLIKE_REFERENCE: Readonly<Record<string, string>> = {
  "copilotkit/frontend-tool-unanswered.2":
    "when a next input is sent a still-unanswered call in the history gets an error result",
  "copilotkit/interrupt-resume.2":
    "the same: replayed alone, nobody knows that an interrupt of the run before holds the call",
  "strands/multimodal": "the image of the user stays although the snapshot states the text alone",
  "strands/chunk-events": "text after a tool result is another message, whatever its id",
  "langgraph/error-mid-run": "the reference gave up at the event after RUN_ERROR",
  "tanstack/server-0.58/backend-tool": "the reference gave up at the event after RUN_FINISHED",
  "tanstack/server-0.58/frontend-tool-as-resume.2":
    "the reference gave up at the result before RUN_STARTED",
  "tanstack/server-0.58/interrupt-approval-with-parent.2":
    "the reference gave up at the result before RUN_STARTED",
  "tanstack/server-0.58/reasoning": "the reference gave up at the step that was finished twice",
};

/** Returns the result without times, which differ between runs. */
function withoutTimes({ result, snapshot }: Replayed): unknown {
  const { issues, ...rest } = snapshot;
  // Sorted because unreadable events are found first when events arrive together.
  const found = issues.map(({ message, count }) => `${count} × ${message}`).sort();
  const json = JSON.stringify({ ...rest, found, outcome: result.outcome }, (key, value) =>
    key === "startedAt" || key === "endedAt" || key === "at" ? undefined : value,
  );
  return JSON.parse(json);
}

function idsOf(messages: readonly Message[]): readonly string[] {
  return messages.map(({ id }) => id);
}

async function expectSameByteByByte(recording: RecordedAnswer): Promise<Replayed> {
  // Concurrently, because a run that a busy server refuses waits longest.
  const [whole, bytewise] = await Promise.all([
    replay(recording),
    replay(recording, { chunkSize: 1 }),
  ]);
  const ids = idsOf(whole.snapshot.messages);
  expect(ids).toEqual([...new Set(ids)]);
  expect(withoutTimes(bytewise)).toEqual(withoutTimes(whole));
  return whole;
}

describe("a recording ends the same whole and byte by byte, over a real connection", () => {
  test.each(sse)("%s in SSE", { timeout: 600_000 }, async (name, recording) => {
    const { snapshot } = await expectSameByteByByte(recording);
    if (!recording.client || name in UNLIKE_REFERENCE) return;
    // The reference client has the same messages and state.
    const { messages } = recording.client;
    expect(
      LOSES_CALLS.has(name) ? withoutLostCalls(snapshot.messages, messages) : snapshot.messages,
    ).toEqual(messages);
    expect(snapshot.state).toEqual(recording.client.state);
  });

  test.each(proto)("%s in protobuf", { timeout: 600_000 }, async (_, recording) => {
    await expectSameByteByByte(recording);
  });
});

describe("a strict thread refuses exactly the recordings that the reference client refused", () => {
  const comparable = sse.filter(([, { client }]) => client);
  test.each(comparable)(
    "a strict thread and the reference client agree on %s",
    async (name, recording) => {
      const { result } = await replay(recording, { strict: true });
      const isRefused = UNLIKE_REFERENCE[name]?.startsWith("the reference gave up") === true;
      // The error that an agent reported takes precedence over a violation.
      const isReported = result.error?.code === "run-error";
      expect(result.error?.code === "protocol-violation").toBe(isRefused && !isReported);
    },
  );
});

test("every listed exception is necessary", async () => {
  for (const name of Object.keys(UNLIKE_REFERENCE)) {
    const recording = sse.find(([other]) => other === name)?.[1];
    expect(recording?.client, name).toBeDefined();
    if (!recording) continue;
    const { snapshot } = await replay(recording);
    expect(snapshot.messages, name).not.toEqual(recording.client?.messages);
  }
});

test("every recording with a client is compared", () => {
  const compared = sse.filter(([, { client }]) => client).map(([name]) => name);
  expect(compared).toHaveLength(82);
});
