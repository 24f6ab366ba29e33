import { expect, test } from "vitest";
import {
  denialReasonOf,
  summarizeAnswer,
} from "../../../src/components/interrupt/answerSummary.ts";

function outcome(payload: unknown, reason = "tool_call") {
  return summarizeAnswer({ reason }, { status: "resolved", payload });
}

test("distinguishes an approval from one with edited arguments", () => {
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

test("finds the reason of a denial at the top level and in the payload", () => {
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

test("reports yes and no to a question as confirmed and declined", () => {
  expect(outcome(true, "confirmation")).toEqual({ verdict: "confirmed" });
  expect(outcome(false, "confirmation")).toEqual({ verdict: "declined" });
  expect(outcome({ confirmed: false }, "x")).toEqual({ verdict: "declined" });
});

test("reports another payload as an answer with its values", () => {
  expect(outcome({ city: "Rome" }, "input_required")).toEqual({
    verdict: "answered",
    values: { city: "Rome" },
  });
  expect(outcome("at ten", "pick_time")).toEqual({ verdict: "answered", values: "at ten" });
});

test("omits values for a cancelled interrupt", () => {
  expect(summarizeAnswer({ reason: "x" }, { status: "cancelled" })).toEqual({
    verdict: "cancelled",
  });
});

test("shortens the content of files", () => {
  const files = [{ name: "a.pdf", data: "x".repeat(5000) }];
  expect(outcome({ files }, "upload_required").values).toEqual({
    files: [{ name: "a.pdf", data: `${"x".repeat(60)}…` }],
  });
});

test("returns the denial reason of an earlier answer", () => {
  expect(denialReasonOf({ approved: false, payload: { reason: "mine" } })).toBe("mine");
  expect(denialReasonOf({ approved: true })).toBe("");
  expect(denialReasonOf(false)).toBe("");
});
