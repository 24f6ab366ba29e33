// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readResults, summary, unstableTests } from "./results.mjs";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agui-kit-results-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function resultsOf(report: object) {
  const file = join(folder, "results.json");
  writeFileSync(file, JSON.stringify(report));
  return readResults(file);
}

const passedFile = { status: "passed", assertionResults: [{ status: "passed" }] };
const failedFile = { status: "failed", assertionResults: [{ status: "failed" }] };
const brokenFile = { status: "failed", assertionResults: [] };
const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };

test("counts tests, and mentions skipped tests only when there are any", () => {
  const results = resultsOf({ ...counts, testResults: [passedFile] });
  expect(summary(results)).toBe("1 passed, 0 failed");
  expect(summary({ ...results, skipped: 2 })).toBe("1 passed, 0 failed, 2 skipped");
});

test("counts a file that fails to load as a failure", () => {
  const testResults = [passedFile, failedFile, brokenFile];
  expect(resultsOf({ ...counts, numFailedTests: 1, testResults }).failed).toBe(2);
});

test("names the tests that passed only at the second attempt, with the first error", () => {
  const test = {
    status: "passed",
    fullName: "an answer streams",
    failureMessages: ["AssertionError: expected 2\n    at a.test.ts:1"],
  };
  const testResults = [
    passedFile,
    {
      name: "a.test.ts",
      status: "passed",
      assertionResults: [test, { ...test, failureMessages: [] }],
    },
  ];
  const { unstable } = resultsOf({ ...counts, numPassedTests: 3, testResults });
  expect(unstableTests(unstable).slice(1)).toEqual([
    "a.test.ts > an answer streams\n  AssertionError: expected 2",
  ]);
  expect(unstableTests([])).toEqual([]);
});
