// @ts-check
import { readFileSync } from "node:fs";

/**
 * A test in the report of Vitest's JSON reporter. `failureMessages` contains the errors of every attempt.
 *
 * @typedef {{ status: string; fullName?: string; failureMessages?: string[] }} TestResult
 */

/**
 * Reads the results that Vitest's JSON reporter wrote. A file that failed to load contains no
 * tests and counts as one failure.
 *
 * @param {string} file
 */
export function readResults(file) {
  /** @type {{ numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; testResults: { name?: string; status: string; assertionResults: TestResult[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    unstable: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(
          ({ status, failureMessages = [] }) => status === "passed" && failureMessages.length > 0,
        )
        .map(
          ({ fullName, failureMessages: [error = ""] = [] }) =>
            `${name} > ${fullName}\n  ${firstLine(error)}`,
        ),
    ),
  };
}

/** @param {string} text */
function firstLine(text) {
  return text.split("\n", 1)[0];
}

/** @param {Pick<ReturnType<typeof readResults>, "passed" | "failed" | "skipped">} results */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * Returns the lines about tests that passed only at the second attempt, each with the error of the first.
 *
 * @param {readonly string[]} unstable
 */
export function unstableTests(unstable) {
  return unstable.length === 0
    ? []
    : [
        "Passed only at the second attempt, which is a fault of the test or of the kit:",
        ...unstable,
      ];
}
