import { describe, expect, test } from "vitest";
import type { IssueCode } from "../../../src/protocol/issue.ts";
import * as kinds from "../../../src/protocol/issueCodes.ts";
import { judgeRuns } from "../../../src/testing/conformance/judgeRuns.ts";
import { observeRun } from "../../../src/testing/conformance/observeRun.ts";
import { rules } from "../../../src/testing/conformance/rules.ts";
import type { Stream } from "./streamEvents.ts";
import { doneStream, playedAs, streams } from "./streams.ts";

function checkStream(stream: Stream) {
  return judgeRuns([observeRun(playedAs(stream))], "agent");
}

const statusOf = (stream: Stream, name: string) =>
  checkStream(stream).rules.find(({ rule }) => rule === name)?.status;

test("every rule has a stream that meets it and one that breaks it", () => {
  // `checkConformance.dialects.test.ts` covers this rule, which needs a whole stream.
  const names = rules.map(({ name }) => name).filter((name) => name !== "shape/dialect");
  expect(Object.keys(streams).sort()).toEqual(names.sort());
});

describe.each(Object.entries(streams))("the rule %s", (name, { meets, breaks }) => {
  test("is met, and no rule is broken", () => {
    expect(checkStream(meets).findings).toEqual([]);
    expect(statusOf(meets, name)).toBe("met");
  });

  test("is the only rule broken", () => {
    const { findings } = checkStream(breaks);
    expect([...new Set(findings.map(({ rule }) => rule))]).toEqual([name]);
    expect(statusOf(breaks, name)).toBe("broken");
  });
});

test("a rule that no run covers is not met", () => {
  const { rules: results } = checkStream({ frames: [] });
  const met = results.filter(({ status }) => status === "met").map(({ rule }) => rule);
  expect(met).toEqual(["transport/accepts-valid-input", "transport/stream-stays-open"]);
});

/** Issues of the client itself, which no stream can cause. */
const CLIENT_ISSUES: readonly string[] = [
  "edit-dropped",
  "state-mismatch",
  "not-stored",
  "not-validated",
  "unchecked-pattern",
  "too-complex",
  "partly-stored",
  "not-done",
  // A stream is JSON.
  "not-json",
];

test("every issue of a stream is a finding of some rule", () => {
  const codes = Object.values(kinds).map(([code]) => code);
  const unclaimed = codes.filter((code) => !CLIENT_ISSUES.includes(code) && !isReported(code));
  expect(unclaimed).toEqual([]);
});

/** Returns true when a run with this issue has a finding. */
function isReported(code: IssueCode): boolean {
  return [doneStream, ...Object.values(streams).map(({ breaks }) => breaks)].some((breaks) => {
    const run = observeRun(playedAs(breaks));
    const issues = [...run.frames.flatMap((frame) => frame.issues), ...run.endIssues];
    return issues.some((issue) => issue.code === code) && checkStream(breaks).findings.length > 0;
  });
}
