import { describe, expect, test } from "vitest";
import { httpAgent, type Snapshot } from "../../src/core.ts";
import type { Message } from "../../src/protocol/events.ts";
import { protobuf } from "../support/encode.ts";
import { type RecordedAnswer, readRecordedAnswer } from "./recordedAnswers.ts";
import { CONTENT_TYPES, parametersOf, type Replayed, threadFor } from "./replay.ts";

/** Recordings of each server in each of its formats. */
const RECORDINGS = [
  ["strands/backend-tool", "sse"],
  ["strands/backend-tool", "proto"],
  ["copilotkit/backend-tool", "sse"],
  ["langgraph/interrupt-resume.1", "sse"],
  ["server-starter/predictive-state.1", "sse"],
  ["tanstack/server-0.58/backend-tool", "sse"],
] as const;

/** Ending of a connection before the end of the stream. */
type Ending = "closed" | "broken";

/** Returns the bytes as a stream that closes or fails after them. */
function body(bytes: Uint8Array, ending: Ending): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      if (ending === "closed") controller.close();
    },
    // A broken connection fails at the next pull.
    pull(controller) {
      controller.error(new TypeError("terminated"));
    },
  });
}

async function replayCut(
  recording: RecordedAnswer,
  length: number,
  ending: Ending,
): Promise<Replayed> {
  const { bytes, format, request } = recording;
  const agent = httpAgent({
    url: "http://agent.test/",
    protobuf,
    fetch: async () =>
      new Response(body(bytes.slice(0, length), ending), {
        headers: { "content-type": CONTENT_TYPES[format] },
      }),
  });
  const thread = threadFor(agent, request);
  const result = await thread.run(parametersOf(request));
  return { result, snapshot: thread.getSnapshot() };
}

/** Returns true when a message may become the other as more of the stream arrives. */
function mayBecome(before: Message, after: Message | undefined): boolean {
  if (before.role !== after?.role) return false;
  const [start, whole] = [before.content, after.content];
  const isText = start === undefined || typeof start === "string";
  if (isText && !String(whole ?? "").startsWith(start ?? "")) return false;
  if (before.role !== "assistant" || after.role !== "assistant") return true;
  return (before.toolCalls ?? []).every(({ id, function: { name, arguments: text } }, i) => {
    const other = after.toolCalls?.[i];
    return (
      other?.id === id && other.function.name === name && other.function.arguments.startsWith(text)
    );
  });
}

/** Returns why a conversation is not the beginning of another. */
function mismatches(before: Snapshot, after: Snapshot): readonly string[] {
  const positions = before.messages.map(({ id }) => after.messages.findIndex((m) => m.id === id));
  const isInOrder = positions.every((at, i) => i === 0 || at > (positions[i - 1] ?? -1));
  const odd = before.messages.filter((message, i) => {
    const position = positions[i] ?? -1;
    return !mayBecome(message, after.messages[position]);
  });
  return [...(isInOrder ? [] : ["the order"]), ...odd.map(({ id }) => id)];
}

describe.each(RECORDINGS)("%s in %s, cut off", (name, format) => {
  // The bytes before a cut are read in the same way whatever the ending, so one of them needs every cut.
  test.each([
    ["at every byte", "closed", 1],
    ["at every fifth byte", "broken", 5],
  ] as const)("%s, and the connection is %s", { timeout: 600_000 }, async (_, ending, step) => {
    const recording = readRecordedAnswer(name, format);
    const whole = await replayCut(recording, recording.bytes.length, "closed");
    const outcomes = new Map<string, number>();
    const issueCodes = new Set(whole.snapshot.issues.map(({ code }) => code));
    let before: Snapshot | undefined;

    // Ends with the whole stream.
    const rest = recording.bytes.length % step;
    for (let length = rest; length <= recording.bytes.length; length += step) {
      const { result, snapshot } = await replayCut(recording, length, ending);
      const { messages } = snapshot;
      const problems = [
        ...(before ? mismatches(before, snapshot) : []),
        ...mismatches(snapshot, whole.snapshot),
        ...(new Set(messages.map(({ id }) => id)).size < messages.length ? ["an id twice"] : []),
        // The cut frame is reported as invalid JSON; no other issue is new.
        ...snapshot.issues
          .filter(({ code }) => code !== "malformed-frame" && !issueCodes.has(code))
          .map(({ message }) => message),
      ];
      expect(problems, `after ${length} bytes`).toEqual([]);
      const outcome = result.error?.code ?? result.outcome;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      before = snapshot;
    }

    // A failed thread reports the error until the end of the run, and afterwards ends as without
    // the cut.
    const failures = ending === "broken" ? ["network"] : ["incomplete-stream"];
    expect([...outcomes.keys()]).toEqual([...failures, whole.result.outcome]);
    const failed = failures.reduce((sum, failure) => sum + (outcomes.get(failure) ?? 0), 0);
    expect(failed).toBeGreaterThan(1000 / step);
    expect(before?.messages).toEqual(whole.snapshot.messages);
  });
});
