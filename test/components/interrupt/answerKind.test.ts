import { expect, test } from "vitest";
import { answerKindOf, interruptTitle } from "../../../src/components/interrupt/answerKind.ts";
import {
  defaultApproval,
  defaultConfirmation,
} from "../../../src/components/interrupt/decisionPayload.ts";
import { englishStrings } from "../../../src/components/strings/strings.ts";
import type { InterruptRecord } from "../../../src/selectors/interruptPlacement.ts";

const city = { type: "object", properties: { city: { type: "string" } } };
const approved = {
  type: "object",
  properties: { approved: { type: "boolean" } },
  required: ["approved"],
};
const approvedAndMore = {
  ...approved,
  properties: { ...approved.properties, remember: { type: "boolean" } },
};

function asking(reason: string, given: Partial<InterruptRecord> = {}) {
  return answerKindOf({ id: "i", reason, ...given });
}

test.each([undefined, {}, { type: "object" }])(
  "a tool call with the schema %j is approved or denied",
  (responseSchema) => {
    const found = asking("tool_call", responseSchema && { responseSchema });
    expect(found).toMatchObject({ kind: "decision", isApproval: true, decision: defaultApproval });
  },
);

test("a tool call whose answer needs more than yes or no gets a form", () => {
  expect(asking("tool_call", { responseSchema: city })).toEqual({ kind: "form", schema: city });
});

test("a tool call whose answer may hold more offers a form beside its buttons", () => {
  const found = asking("tool_call", { responseSchema: approvedAndMore });
  expect(found).toMatchObject({ kind: "decision", other: approvedAndMore });
});

test("a confirmation is a boolean, as long as that is not known to be wrong", () => {
  expect(asking("confirmation")).toMatchObject({
    kind: "decision",
    isApproval: false,
    decision: defaultConfirmation,
  });
  expect(asking("confirmation", { responseSchema: { type: "object" } })).toMatchObject({
    decision: defaultApproval,
  });
  expect(asking("confirmation", { responseSchema: approved })).toMatchObject({
    isApproval: false,
    decision: { approval: { approved: true } },
  });
});

test("what Strands calls a confirmation may be any question", () => {
  const message = '{"question":"When?"}';
  const when = { message, metadata: { strandsName: "pick_time" } };
  expect(asking("confirmation", when)).toEqual({ kind: "text" });
  const approve = { metadata: { strandsName: "approve" } };
  expect(asking("confirmation", approve)).toMatchObject({ decision: defaultApproval });
});

test("input is asked for by a form, or a text where nothing is known", () => {
  expect(asking("input_required", { responseSchema: approved })).toEqual({
    kind: "form",
    schema: approved,
  });
  expect(asking("input_required")).toEqual({ kind: "text" });
  expect(asking("input_required", { responseSchema: {} })).toEqual({ kind: "text" });
  const anyObject = { type: "object" };
  expect(asking("input_required", { responseSchema: anyObject })).toEqual({
    kind: "form",
    schema: anyObject,
  });
});

test("an upload that is more than files gets a form", () => {
  expect(asking("upload_required")).toMatchObject({ kind: "upload" });
  expect(asking("upload_required", { responseSchema: { type: "object" } })).toMatchObject({
    kind: "upload",
  });
  expect(asking("upload_required", { responseSchema: city })).toMatchObject({ kind: "form" });
});

test("an unknown reason gets buttons for exactly yes or no, else a form, else a text", () => {
  expect(asking("policy_hold", { responseSchema: approved })).toMatchObject({
    kind: "decision",
    isApproval: true,
  });
  expect(asking("policy_hold", { responseSchema: { type: "boolean" } })).toMatchObject({
    kind: "decision",
    isApproval: false,
  });
  expect(asking("policy_hold", { responseSchema: approvedAndMore })).toMatchObject({
    kind: "form",
  });
  expect(asking("policy_hold")).toEqual({ kind: "text" });
});

test.each([
  ["human_approval", {}],
  ["Delete /dat/a?", { metadata: { strandsName: "approve" } }],
  ["langgraph:confirm_order", {}],
])("%s plainly means yes or no, and still takes another answer", (reason, given) => {
  const found = asking(reason, given);
  expect(found).toMatchObject({ kind: "decision", decision: defaultApproval, other: "anything" });
});

test.each([
  ["tool_call", {}, "Approval needed"],
  ["confirmation", {}, "Please confirm"],
  ["confirmation", { message: '{"question":"When?","topic":"Q2"}' }, "A question for you"],
  ["input_required", {}, "Some details are needed"],
  ["upload_required", {}, "A file is needed"],
  ["pick_time", {}, "Pick time"],
  ["mastra:workflow_suspend", {}, "Workflow suspend"],
  ["langgraph:interrupt", {}, "A question for you"],
  ["Delete /dat/a?", {}, "A question for you"],
  ["Delete /dat/a?", { metadata: { strandsName: "approve" } }, "Approve"],
])("%s %j is called %s", (reason, given, title) => {
  expect(interruptTitle({ id: "i", reason, ...given }, englishStrings)).toBe(title);
});
