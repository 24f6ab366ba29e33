// @ts-check
import { readFileSync } from "node:fs";

/**
 * Counts the results that Vitest's JSON reporter wrote. A file that failed to load contains no
 * tests and counts as one failure.
 *
 * @param {string} file
 */
export function readResults(file) {
  /** @type {{ numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; testResults: { status: string; assertionResults: { status: string }[] }[] }} */
  const report = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {ReturnType<typeof readResults>} results */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
