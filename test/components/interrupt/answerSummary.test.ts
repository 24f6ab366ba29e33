import { expect, test } from "vitest";
import { givenReason, outcomeOf } from "../../../src/components/interrupt/answerSummary.ts";

function outcome(payload: unknown, reason = "tool_call") {
  return outcomeOf({ reason }, { status: "resolved", payload });
}

test("an approval is told from one with other arguments", () => {
  expect(outcome({ approved: true })).toEqual({ said: "approved" });
  expect(outcome(true)).toEqual({ said: "approved" });
  expect(outcome({ approved: true, editedArgs: { path: "/b" } })).toEqual({
    said: "approvedEdited",
    values: { path: "/b" },
  });
  expect(outcome({ approved: true, scope: "once" })).toEqual({
    said: "approved",
    values: { scope: "once" },
  });
});

test("a denial says why, wherever the reason is", () => {
  expect(outcome({ approved: false })).toEqual({ said: "denied" });
  expect(outcome({ approved: false, reason: "mine" })).toEqual({ said: "denied", reason: "mine" });
  expect(outcome({ approved: false, payload: { reason: "mine" } })).toEqual({
    said: "denied",
    reason: "mine",
  });
  expect(outcome({ approved: false, payload: { reason: "mine", code: 3 } })).toEqual({
    said: "denied",
    reason: "mine",
    values: { payload: { code: 3 } },
  });
});

test("a question of yes or no is answered with either", () => {
  expect(outcome(true, "confirmation")).toEqual({ said: "confirmed" });
  expect(outcome(false, "confirmation")).toEqual({ said: "declined" });
  expect(outcome({ confirmed: false }, "x")).toEqual({ said: "declined" });
});

test("anything else is an answer, with its values", () => {
  expect(outcome({ city: "Rome" }, "input_required")).toEqual({
    said: "answered",
    values: { city: "Rome" },
  });
  expect(outcome("at ten", "pick_time")).toEqual({ said: "answered", values: "at ten" });
});

test("a cancelled one has no values", () => {
  expect(outcomeOf({ reason: "x" }, { status: "cancelled" })).toEqual({ said: "cancelled" });
});

test("the content of files is not shown in full", () => {
  const files = [{ name: "a.pdf", data: "x".repeat(5000) }];
  expect(outcome({ files }, "upload_required").values).toEqual({
    files: [{ name: "a.pdf", data: `${"x".repeat(60)}…` }],
  });
});

test("the reason of an answer is found again", () => {
  expect(givenReason({ approved: false, payload: { reason: "mine" } })).toBe("mine");
  expect(givenReason({ approved: true })).toBe("");
  expect(givenReason(false)).toBe("");
});
