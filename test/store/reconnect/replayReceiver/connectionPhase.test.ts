import { expect, test } from "vitest";
import {
  APPLYING,
  type ConnectionPhase,
  nextStep,
  SKIPPING,
} from "../../../../src/store/reconnect/replayReceiver/connectionPhase.ts";

const early = { type: "CUSTOM", name: "greeting" };
const later = { type: "TEXT_MESSAGE_END", messageId: "m1" };
const facts = { isAfterCursor: true, isLeading: (value: unknown) => value === early };

const leading = (isSkipping: boolean, ...deferred: readonly unknown[]): ConnectionPhase => ({
  kind: "leading",
  deferred,
  isSkipping,
});

test("an event that may come before a replayed run is deferred", () => {
  expect(nextStep(leading(false, "first"), early, facts)).toEqual({
    kind: "defer",
    phase: leading(false, "first", early),
  });
});

test("the first other event is applied after the deferred ones", () => {
  expect(nextStep(leading(false, early), later, facts)).toEqual({
    kind: "apply",
    phase: APPLYING,
    events: [early, later],
  });
});

test("a connection that continues within a skipped run skips the deferred events with the run", () => {
  expect(nextStep(leading(true, early), later, facts)).toEqual({ kind: "skip", phase: SKIPPING });
});

test("each event of a run is skipped or applied with the run", () => {
  expect(nextStep(SKIPPING, early, facts)).toEqual({ kind: "skip", phase: SKIPPING });
  expect(nextStep(APPLYING, early, facts)).toEqual({
    kind: "apply",
    phase: APPLYING,
    events: [early],
  });
});
