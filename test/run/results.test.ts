// @vitest-environment node
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readResults, summary } from "./results.mjs";

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
