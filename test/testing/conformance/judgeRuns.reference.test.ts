import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../../src/reducer/snapshot.ts";
import { judgeRuns } from "../../../src/testing/conformance/judgeRuns.ts";
import { observeRun } from "../../../src/testing/conformance/observeRun.ts";
import { readSse } from "../../../src/testing/readSse.ts";
import { withoutEmptyOwners } from "../../differential/compare.ts";
import { type Conversation, copyThroughJson } from "../../differential/conversation.ts";
import { commands } from "../../differential/generate/commands.ts";
import { interpretCommands } from "../../differential/generate/interpretCommands.ts";
import { damage, mutations } from "../../differential/generate/mutations.ts";
import { createReference, silenceConsole } from "../../differential/playReference.ts";
import { createThreadClient } from "../../differential/threadClient.ts";
import { readRecordedAnswers } from "../../recordings/recordedAnswers.ts";
import { runInput } from "../../support/collect.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import { playedAs, streams } from "./streams.ts";

/** Returns true when the reference client with its event verifier reads the stream to its end. */
async function isAccepted(frames: readonly unknown[]): Promise<boolean> {
  // The client accepts any value from the wire.
  const turn = { events: frames as Conversation["turns"][number]["events"] };
  const { error } = await createReference({ turns: [turn] }).play(turn, []);
  return error === undefined;
}

function errorsIn(frames: readonly unknown[], input = runInput()): readonly string[] {
  const run = observeRun({ ...playedAs({ frames, input }), purpose: "prompt" });
  return judgeRuns([run], "agent")
    .findings.filter(({ severity }) => severity === "error")
    .map(({ rule }) => rule);
}

/** Rules that the reference client does not check, although the documentation requires them. */
const UNCHECKED_RULES = new Set([
  // "RunStarted and either RunFinished or RunError are mandatory, forming the boundaries of a run."
  "lifecycle/terminal-event",
]);

silenceConsole();

describe("the rejections of the reference client", () => {
  const recordings = readRecordedAnswers("sse").map(
    (recording) => [recording.name, recording] as const,
  );

  test.each(recordings)(
    "errors match the rejections for the recording %s",
    async (_, { bytes, request }) => {
      const frames = readSse(new TextDecoder().decode(bytes));
      const errors = errorsIn(frames, request ?? runInput());
      const unexplained = errors.filter((rule) => !UNCHECKED_RULES.has(rule));
      expect(unexplained.length === 0, unexplained.join()).toBe(await isAccepted(frames));
    },
  );

  const brokenStreams = Object.entries(streams).flatMap(([name, { breaks }]) => {
    const { frames, error, endedBy } = playedAs(breaks);
    // The parser of the client throws for values that are not objects, before the verifier runs.
    const isRead =
      !error && endedBy === "agent" && frames.every((frame) => typeof frame === "object");
    return isRead ? [[name, frames] as const] : [];
  });

  test.each(brokenStreams)(
    "errors match the rejections for a stream that breaks %s",
    async (_, frames) => {
      const errors = errorsIn(frames).filter((rule) => !UNCHECKED_RULES.has(rule));
      expect(errors.length === 0, errors.join()).toBe(await isAccepted(frames));
    },
  );
});

/** Returns true for errors about the request that RUN_STARTED echoes, which only the reference client checks. */
const isAboutTheEcho = (error: unknown) =>
  ((error as { issues?: { path: readonly string[] }[] }).issues?.[0]?.path ?? [])[0] === "input";

test("300 damaged random streams have errors exactly when the reference client rejects them", {
  timeout: 120_000,
}, async () => {
  const verdicts = { accepted: 0, refused: 0 };
  const damaged = fc
    .tuple(commands(25).map(interpretCommands), mutations)
    .map(([valid, changes]) => damage(valid, changes));
  const conforms = async (conversation: Conversation) => {
    const reference = createReference(conversation);
    const ours = createThreadClient(conversation);
    for (const turn of conversation.turns) {
      const { before, snapshot } = await ours.play(turn);
      const { error } = await reference.play(withoutEmptyOwners(turn), before);
      const errors = errorsIn(copyThroughJson(turn.events), runInput({ messages: [...before] }));
      const isRefused = errors.some((rule) => !UNCHECKED_RULES.has(rule));
      verdicts[error === undefined ? "accepted" : "refused"] += 1;
      if (error === undefined) expect(isRefused, errors.join()).toBe(false);
      // Values of a later version are dropped, with any faults in them.
      else if (!isAboutTheEcho(error) && !hasUnknownValue(snapshot)) {
        expect(isRefused, String(error)).toBe(true);
      }
      if (error !== undefined) return;
    }
  };
  await fc.assert(fc.asyncProperty(damaged, conforms), { seed: shiftSeed(20_264), numRuns: 300 });
  expect(verdicts.refused).toBeGreaterThan(75);
  expect(verdicts.accepted).toBeGreaterThan(75);
});

const hasUnknownValue = ({ issues }: Snapshot) =>
  issues.some(({ code }) => code === "unknown-value");

test("the reference client still accepts the rules that it does not check", async () => {
  for (const rule of UNCHECKED_RULES) {
    const { frames } = playedAs(streams[rule]?.breaks ?? []);
    expect(await isAccepted(frames), rule).toBe(true);
  }
});
