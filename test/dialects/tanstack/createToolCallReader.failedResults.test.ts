import { expect, test } from "vitest";
import { callOf, done, started, translatedSnapshot } from "./tanstackSnapshot.ts";

test.each<[string, object]>([
  ["`isError`", { isError: true }],
  ["`isError` as text", { isError: "true" }],
  ["`is_error`", { is_error: true }],
  ["`success: false`", { success: false }],
  ["the status of an error", { status: "error" }],
  ["`isError` in its metadata", { metadata: { isError: true } }],
  ["`isError` in TanStack's metadata", { metadata: { tanstack: { isError: true } } }],
  ["`isError` in a result of MCP", { content: { content: [], isError: true } }],
  ["an error state", { state: "output-error" }],
  ["the state of a failed part", { state: "error" }],
])("a result with %s fails its call", (_, fields) => {
  const result = { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "m1", content: "bad" };
  const { toolCalls } = translatedSnapshot([
    ...[started, ...callOf("c1"), { ...result, ...fields }, done],
  ]);
  expect(toolCalls.c1?.status).toBe("failed");
});

test.each<[string, object]>([
  ["no flag", {}],
  ["`isError: false`", { isError: false }],
  ['`isError: "false"`', { isError: "false" }],
  ["`success: true`", { success: true }],
])("a result with %s completes its call", (_, fields) => {
  const result = { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "m1", content: "4" };
  const { toolCalls } = translatedSnapshot([
    ...[started, ...callOf("c1"), { ...result, ...fields }, done],
  ]);
  expect(toolCalls.c1?.status).toBe("complete");
});

test("the end of a call with a result and `isError` fails the call", () => {
  const [start, args, end] = callOf("c1");
  const { toolCalls } = translatedSnapshot([
    ...[started, start, args, { ...end, result: "bad", isError: true }, done],
  ]);
  expect(toolCalls.c1?.status).toBe("failed");
});
