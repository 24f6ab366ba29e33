import { describe, expect, test } from "vitest";
import { EventType } from "../../src/protocol/events.ts";
import { readSse } from "../../src/testing/readSse.ts";
import { expectSameAsReference } from "../differential/compare.ts";
import type { Turn } from "../differential/conversation.ts";
import { silenceConsole } from "../differential/playReference.ts";
import { readRecordedAnswer } from "./recordedAnswers.ts";
import { type Replayed, replay } from "./replay.ts";

/** Returns the snapshot without times, which differ between runs. */
function withoutTimes({ snapshot }: Replayed): unknown {
  return JSON.parse(
    JSON.stringify(snapshot, (key, value) => (key.endsWith("edAt") ? undefined : value)),
  );
}

const text = readRecordedAnswer("encoder/all-events-1.0.0", "sse");

test("the recording contains every type of event", () => {
  const events = readSse(new TextDecoder().decode(text.bytes)) as { type: string }[];
  const types = new Set(events.map(({ type }) => type));
  expect([...types].sort()).toEqual(Object.values(EventType).sort());
});

test("every event has the same effect in SSE and in protobuf", async () => {
  const [inText, inProto] = [
    await replay(text),
    await replay(readRecordedAnswer("encoder/all-events-1.0.0", "proto")),
  ];
  expect(withoutTimes(inProto)).toEqual(withoutTimes(inText));
});

describe("the reference client", () => {
  silenceConsole();

  test("ends the recording like the thread, and a strict thread accepts it", async () => {
    const events = readSse(new TextDecoder().decode(text.bytes)) as Turn["events"];
    await expectSameAsReference({ turns: [{ events }] });
  });
});

test("reads the frames before and after a damaged frame of the older encoding", async () => {
  const { result, snapshot } = await replay(
    readRecordedAnswer("encoder/all-events-0.0.59", "proto"),
  );
  expect(result.error?.code).toBe("run-error");
  expect(snapshot.issues.map(({ code }) => code)).toContain("malformed-frame");
  expect(snapshot.messages.map(({ role }) => role)).toEqual(["assistant", "assistant"]);
});
