import { expect, test } from "vitest";
import { describeError } from "../../src/components/ErrorRow.tsx";
import { englishStrings } from "../../src/components/strings.ts";
import type { AgentKitErrorCode } from "../../src/protocol/errors.ts";

test.each<[code: AgentKitErrorCode, status: number | undefined, words: RegExp]>([
  ["network", undefined, /connection/],
  ["timeout", undefined, /too long/],
  ["http-status", 401, /not signed in/],
  ["http-status", 403, /not allowed/],
  ["http-status", 429, /Too many/],
  ["http-status", 503, /server has a problem/],
  ["http-status", 404, /Something went wrong/],
  ["content-type", undefined, /cannot be read/],
  ["malformed-stream", undefined, /cannot be read/],
  ["incomplete-stream", undefined, /broke off/],
  ["agent-failed", undefined, /Something went wrong/],
])("%s %s is told in words for the person", (code, status, words) => {
  const error = { code, message: "E42: x", ...(status && { context: { status } }) };
  expect(describeError(error, englishStrings)).toMatch(words);
});

test("what the agent says of its own failure is passed on", () => {
  const failure = { code: "run-error", message: "Out of flour" } as const;
  expect(describeError(failure, englishStrings)).toBe("Out of flour");
  expect(describeError({ ...failure, message: "" }, englishStrings)).toBe("Something went wrong.");
});
