import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { type Recorded, recordedAs } from "./recorded.ts";
import { type Replayed, replay } from "./replay.ts";

const sse = recordedAs("sse").map((recording) => [recording.name, recording] as const);
const proto = recordedAs("proto").map((recording) => [recording.name, recording] as const);

/** Where we end otherwise than the reference client did. What we hold is in `failures.test.ts`. */
const UNLIKE_REFERENCE: Readonly<Record<string, string>> = {
  "copilotkit/frontend-tool-unanswered.2":
    "when a next input is sent a still-unanswered call in the history gets an error result",
  "copilotkit/interrupt-resume.2":
    "the same: replayed alone, nobody knows that an interrupt of the run before holds the call",
  "langgraph/error-mid-run": "the reference gave up at the event after RUN_ERROR",
  "tanstack/server-0.58/backend-tool": "the reference gave up at the event after RUN_FINISHED",
  "tanstack/server-0.58/frontend-tool-as-resume.2":
    "the reference gave up at the result before RUN_STARTED",
  "tanstack/server-0.58/interrupt-approval-with-parent.2":
    "the reference gave up at the result before RUN_STARTED",
  "tanstack/server-0.58/reasoning": "the reference gave up at the step that was finished twice",
};

/** Everything but the times, which no two runs share. */
function lasting({ result, snapshot }: Replayed): unknown {
  const { issues, ...rest } = snapshot;
  // Of what arrives together, what cannot be read is found first.
  const found = issues.map(({ message, count }) => `${count} × ${message}`).sort();
  const json = JSON.stringify({ ...rest, found, outcome: result.outcome }, (key, value) =>
    key === "startedAt" || key === "endedAt" || key === "at" ? undefined : value,
  );
  return JSON.parse(json);
}

function idsOf(messages: readonly Message[]): readonly string[] {
  return messages.map(({ id }) => id);
}

async function expectSameByteByByte(recording: Recorded): Promise<Replayed> {
  const whole = await replay(recording);
  const ids = idsOf(whole.snapshot.messages);
  expect(ids).toEqual([...new Set(ids)]);
  const bytewise = await replay(recording, { chunkSize: 1 });
  expect(lasting(bytewise)).toEqual(lasting(whole));
  return whole;
}

describe("ends the same whole and byte by byte, over a real connection", () => {
  test.each(sse)("%s in SSE", { timeout: 30_000 }, async (name, recording) => {
    const { snapshot } = await expectSameByteByByte(recording);
    if (!recording.client || name in UNLIKE_REFERENCE) return;
    // As the reference client held them.
    expect(snapshot.messages).toEqual(recording.client.messages);
    expect(snapshot.state).toEqual(recording.client.state);
  });

  test.each(proto)("%s in protobuf", { timeout: 30_000 }, async (_, recording) => {
    await expectSameByteByByte(recording);
  });
});

describe("a strict thread refuses what the reference client gave up, and nothing else", () => {
  const known = sse.filter(([, { client }]) => client);
  test.each(known)("%s", async (name, recording) => {
    const { result } = await replay(recording, { strict: true });
    const hasGivenUp = UNLIKE_REFERENCE[name]?.startsWith("the reference gave up") === true;
    // An agent that said itself that it failed has said the more important thing.
    const hasSaidSo = result.error?.code === "run-error";
    expect(result.error?.code === "protocol-violation").toBe(hasGivenUp && !hasSaidSo);
  });
});

test("there is no exception without a need", async () => {
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
