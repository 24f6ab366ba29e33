import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nestedArray } from "../../support/nestedJson.ts";
import { shiftSeed } from "../../support/shiftSeed.ts";
import {
  callOf,
  done,
  started,
  toFrames,
  translatedSnapshot,
  turnOver,
} from "./tanstackSnapshot.ts";
import {
  reduceTanStack,
  tanStackFrames,
  tanStackInput,
  translateTanStack,
} from "./tanstackStreams.ts";

describe("TanStack event order", () => {
  test("events after a failure are dropped", () => {
    const text = { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "x" };
    const { run, messages } = translatedSnapshot([
      started,
      { type: "RUN_ERROR", message: "no" },
      text,
      done,
    ]);
    expect(run.outcome).toBe("error");
    expect(messages).toEqual([]);
  });

  test("an application event after the end is applied and the run ends again", () => {
    const { run, translated } = translatedSnapshot([
      started,
      done,
      { type: "CUSTOM", name: "late", value: 1 },
    ]);
    expect(translated.map(({ type }) => type)).toEqual([
      ...["RUN_STARTED", "RUN_FINISHED", "RUN_STARTED", "CUSTOM", "RUN_FINISHED"],
    ]);
    expect(run.outcome).toBe("success");
  });

  test("an answer that ends within a continued turn is incomplete", () => {
    const text = { type: "TEXT_MESSAGE_START", messageId: "m2" };
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const begun = [started, ...callOf("c1"), turnOver, result];
    expect(translatedSnapshot(begun).run.outcome).toBe("success");
    expect(translatedSnapshot([...begun, text]).run.outcome).toBeUndefined();
  });

  test("calls of one turn share a message, and calls of the next turn have another", () => {
    const result = { type: "TOOL_CALL_END", toolCallId: "c1", toolName: "search", result: "1" };
    const { messages } = translatedSnapshot([
      ...[started, ...callOf("c1"), ...callOf("c2"), turnOver, result],
      { ...result, toolCallId: "c2" },
      ...[started, ...callOf("c3"), turnOver],
    ]);
    const calls = messages.flatMap((one) => (one.role === "assistant" ? [one.toolCalls] : []));
    expect(calls.map((toolCalls) => toolCalls?.map(({ id }) => id))).toEqual([
      ["c1", "c2"],
      ["c3"],
    ]);
  });

  test("values that are not events pass through for the run loop to report", () => {
    const { issues } = reduceTanStack(
      translateTanStack(toFrames("oops", started, done)),
      tanStackInput(),
    );
    expect(issues).toMatchObject([{ code: "malformed-frame" }]);
    expect(translateTanStack(toFrames("[DONE]"))).toEqual([]);
  });
});

test("lost, repeated and reordered events of 0.10 always translate to valid events", () => {
  const recordings = [
    "server-tool",
    "mixed-tools",
    "thinking",
    "approval",
    "client-tool",
    "tool-error",
  ].map((name) => tanStackFrames(`dialects/tanstack/0.10.0/${name}.sse`));
  const change = fc.record({
    kind: fc.constantFrom("drop", "double", "move"),
    from: fc.nat(20),
    to: fc.nat(20),
  });
  const damaged = fc
    .tuple(fc.constantFrom(...recordings), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([recording, changes]) => {
      const left = [...recording];
      for (const { kind, from, to } of changes) {
        const found = left[from % left.length];
        if (!found) continue;
        if (kind !== "double") left.splice(from % left.length, 1);
        if (kind !== "drop") left.splice(to % (left.length + 1), 0, found);
      }
      return left;
    });
  fc.assert(
    fc.property(damaged, (recording) => {
      const { issues } = reduceTanStack(translateTanStack(recording), tanStackInput());
      expect(issues.filter(({ severity }) => severity === "violation")).toEqual([]);
    }),
    { seed: shiftSeed(10), numRuns: 500 },
  );
});

test("a result of 10,000 levels keeps its text", () => {
  const output = nestedArray(10_000);
  const { messages } = translatedSnapshot([
    started,
    ...callOf("c1"),
    { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "r1", content: output },
    done,
  ]);
  expect(messages.find(({ role }) => role === "tool")).toMatchObject({
    content: `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  });
});
