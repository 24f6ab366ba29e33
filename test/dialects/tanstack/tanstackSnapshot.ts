import { expect } from "vitest";
import { reduceTanStack, tanStackInput, translateTanStack } from "./tanstackStreams.ts";

export type Wire = Readonly<Record<string, unknown>>;

export const toFrames = (...events: readonly unknown[]) => events.map((data) => ({ data }));

/** Returns the snapshot of a thread after these TanStack events, and expects no issues. */
export function translatedSnapshot(
  events: readonly unknown[],
  fields: Parameters<typeof tanStackInput>[0] = {},
) {
  const input = tanStackInput(fields);
  const translated = translateTanStack(toFrames(...events), { input });
  const { snapshot, issues } = reduceTanStack(translated, input);
  expect(issues).toEqual([]);
  return { ...snapshot, translated };
}

export const started = { type: "RUN_STARTED", runId: "x1" };

export const done = { type: "RUN_FINISHED", runId: "x1", finishReason: "stop" };

export const turnOver = { type: "RUN_FINISHED", runId: "x1", finishReason: "tool_calls" };

export const callOf = (id: string, fields: Wire = { toolName: "search" }) => [
  { type: "TOOL_CALL_START", toolCallId: id, ...fields },
  { type: "TOOL_CALL_ARGS", toolCallId: id, delta: "{}" },
  { type: "TOOL_CALL_END", toolCallId: id, ...fields, input: {} },
];
