import { expect, test } from "vitest";
import {
  denialReasonOf,
  summarizeAnswer,
} from "../../../src/components/interrupt/answerSummary.ts";

function outcome(payload: unknown, reason = "tool_call") {
  return summarizeAnswer({ reason }, { status: "resolved", payload });
}

test("an approval is told from one with other arguments", () => {
  expect(outcome({ approved: true })).toEqual({ verdict: "approved" });
  expect(outcome(true)).toEqual({ verdict: "approved" });
  expect(outcome({ approved: true, editedArgs: { path: "/b" } })).toEqual({
    verdict: "approvedEdited",
    values: { path: "/b" },
  });
  expect(outcome({ approved: true, scope: "once" })).toEqual({
    verdict: "approved",
    values: { scope: "once" },
  });
});

test("a denial says why, wherever the reason is", () => {
  expect(outcome({ approved: false })).toEqual({ verdict: "denied" });
  expect(outcome({ approved: false, reason: "mine" })).toEqual({
    verdict: "denied",
    reason: "mine",
  });
  expect(outcome({ approved: false, payload: { reason: "mine" } })).toEqual({
    verdict: "denied",
    reason: "mine",
  });
  expect(outcome({ approved: false, payload: { reason: "mine", code: 3 } })).toEqual({
    verdict: "denied",
    reason: "mine",
    values: { payload: { code: 3 } },
  });
});

test("a question of yes or no is answered with either", () => {
  expect(outcome(true, "confirmation")).toEqual({ verdict: "confirmed" });
  expect(outcome(false, "confirmation")).toEqual({ verdict: "declined" });
  expect(outcome({ confirmed: false }, "x")).toEqual({ verdict: "declined" });
});

test("anything else is an answer, with its values", () => {
  expect(outcome({ city: "Rome" }, "input_required")).toEqual({
    verdict: "answered",
    values: { city: "Rome" },
  });
  expect(outcome("at ten", "pick_time")).toEqual({ verdict: "answered", values: "at ten" });
});

test("a cancelled one has no values", () => {
  expect(summarizeAnswer({ reason: "x" }, { status: "cancelled" })).toEqual({
    verdict: "cancelled",
  });
});

test("the content of files is not shown in full", () => {
  const files = [{ name: "a.pdf", data: "x".repeat(5000) }];
  expect(outcome({ files }, "upload_required").values).toEqual({
    files: [{ name: "a.pdf", data: `${"x".repeat(60)}…` }],
  });
});

test("the reason of an answer is found again", () => {
  expect(denialReasonOf({ approved: false, payload: { reason: "mine" } })).toBe("mine");
  expect(denialReasonOf({ approved: true })).toBe("");
  expect(denialReasonOf(false)).toBe("");
});
