import { describe, expect, test } from "vitest";
import type { IssueCode } from "../../../src/protocol/issue.ts";
import * as kinds from "../../../src/protocol/issueCodes.ts";
import { judgeRuns } from "../../../src/testing/conformance/judgeRuns.ts";
import { observeRun } from "../../../src/testing/conformance/observeRun.ts";
import { rules } from "../../../src/testing/conformance/rules.ts";
import { playedAs, type Stream, streams } from "./streams.ts";

function judge(stream: Stream) {
  return judgeRuns([observeRun(playedAs(stream))], "agent");
}

const statusOf = (stream: Stream, name: string) =>
  judge(stream).rules.find(({ rule }) => rule === name)?.status;

test("every rule has a stream that meets it and one that breaks it, and no stream is without a rule", () => {
  // The accent is told by the stream as a whole: `dialect.test.ts`.
  const names = rules.map(({ name }) => name).filter((name) => name !== "shape/dialect");
  expect(Object.keys(streams).sort()).toEqual(names.sort());
});

describe.each(Object.entries(streams))("%s", (name, { meets, breaks }) => {
  test("is met, and no other rule broken", () => {
    expect(judge(meets).findings).toEqual([]);
    expect(statusOf(meets, name)).toBe("met");
  });

  test("is broken, and no other rule", () => {
    const { findings } = judge(breaks);
    expect([...new Set(findings.map(({ rule }) => rule))]).toEqual([name]);
    expect(statusOf(breaks, name)).toBe("broken");
  });
});

test("a rule that nothing was shown about is not said to be met", () => {
  const { rules: results } = judge({ frames: [] });
  const met = results.filter(({ status }) => status === "met").map(({ rule }) => rule);
  expect(met).toEqual(["transport/takes-a-legal-input", "transport/stream-holds"]);
});

/** What happens in the page itself, which no stream can do. */
const NOT_THE_AGENTS: readonly string[] = [
  "edit-dropped",
  "state-mismatch",
  "not-stored",
  "partly-stored",
  "not-done",
];

test("everything that the reader of streams reports is a finding of some rule", () => {
  const codes = Object.values(kinds).map(([code]) => code);
  const unclaimed = codes.filter((code) => !NOT_THE_AGENTS.includes(code) && !isReported(code));
  expect(unclaimed).toEqual([]);
});

/** Whether a run with this issue, on an event of any kind, has a finding. */
function isReported(code: IssueCode): boolean {
  return Object.values(streams).some(({ breaks }) => {
    const run = observeRun(playedAs(breaks));
    const issues = [...run.frames.flatMap((frame) => frame.issues), ...run.endIssues];
    return issues.some((issue) => issue.code === code) && judge(breaks).findings.length > 0;
  });
}
