import { expect, test } from "vitest";
import {
  expectedAnswerOf,
  interruptTitle,
} from "../../../src/components/interrupt/expectedAnswer.ts";
import {
  defaultApproval,
  defaultConfirmation,
} from "../../../src/components/interrupt/readDecision.ts";
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

function kindOf(reason: string, fields: Partial<InterruptRecord> = {}) {
  return expectedAnswerOf({ id: "i", reason, ...fields });
}

test.each([undefined, {}, { type: "object" }])(
  "offers approval for a tool call with the schema %j",
  (responseSchema) => {
    const found = kindOf("tool_call", responseSchema && { responseSchema });
    expect(found).toMatchObject({ kind: "decision", isApproval: true, decision: defaultApproval });
  },
);

test("offers a form for a tool call whose schema has no decision", () => {
  expect(kindOf("tool_call", { responseSchema: city })).toEqual({ kind: "form", schema: city });
});

test("offers a form beside the buttons when the schema has more than a decision", () => {
  const found = kindOf("tool_call", { responseSchema: approvedAndMore });
  expect(found).toMatchObject({ kind: "decision", other: approvedAndMore });
});

test("answers a confirmation with a boolean unless the schema asks for an object", () => {
  expect(kindOf("confirmation")).toMatchObject({
    kind: "decision",
    isApproval: false,
    decision: defaultConfirmation,
  });
  expect(kindOf("confirmation", { responseSchema: { type: "object" } })).toMatchObject({
    decision: defaultApproval,
  });
  expect(kindOf("confirmation", { responseSchema: approved })).toMatchObject({
    isApproval: false,
    decision: { approval: { approved: true } },
  });
});

test("treats a Strands confirmation as an open question unless its name means approval", () => {
  const message = '{"question":"When?"}';
  const when = { message, metadata: { strandsName: "pick_time" } };
  expect(kindOf("confirmation", when)).toEqual({ kind: "text" });
  const approve = { metadata: { strandsName: "approve" } };
  expect(kindOf("confirmation", approve)).toMatchObject({ decision: defaultApproval });
});

test("offers a form for required input and free text without a schema", () => {
  expect(kindOf("input_required", { responseSchema: approved })).toEqual({
    kind: "form",
    schema: approved,
  });
  expect(kindOf("input_required")).toEqual({ kind: "text" });
  expect(kindOf("input_required", { responseSchema: {} })).toEqual({ kind: "text" });
  const anyObject = { type: "object" };
  expect(kindOf("input_required", { responseSchema: anyObject })).toEqual({
    kind: "form",
    schema: anyObject,
  });
});

test("offers a form for an upload whose schema has no files", () => {
  expect(kindOf("upload_required")).toMatchObject({ kind: "upload" });
  expect(kindOf("upload_required", { responseSchema: { type: "object" } })).toMatchObject({
    kind: "upload",
  });
  expect(kindOf("upload_required", { responseSchema: city })).toMatchObject({ kind: "form" });
});

test("offers buttons for an unknown reason only when the schema is yes or no", () => {
  expect(kindOf("policy_hold", { responseSchema: approved })).toMatchObject({
    kind: "decision",
    isApproval: true,
  });
  expect(kindOf("policy_hold", { responseSchema: { type: "boolean" } })).toMatchObject({
    kind: "decision",
    isApproval: false,
  });
  expect(kindOf("policy_hold", { responseSchema: approvedAndMore })).toMatchObject({
    kind: "form",
  });
  expect(kindOf("policy_hold")).toEqual({ kind: "text" });
});

test.each([
  ["human_approval", {}],
  ["Delete /dat/a?", { metadata: { strandsName: "approve" } }],
  ["langgraph:confirm_order", {}],
])("offers yes, no and free text for the name %s", (reason, fields) => {
  const found = kindOf(reason, fields);
  expect(found).toMatchObject({ kind: "decision", decision: defaultApproval, other: "anything" });
});

test.each([
  ["tool_call", {}, "Approval needed"],
  ["confirmation", {}, "Please confirm"],
  ["confirmation", { message: '{"question":"When?","topic":"Q2"}' }, "Question"],
  ["input_required", {}, "More information needed"],
  ["upload_required", {}, "File needed"],
  ["pick_time", {}, "Pick time"],
  ["mastra:workflow_suspend", {}, "Workflow suspend"],
  ["langgraph:interrupt", {}, "Question"],
  ["Delete /dat/a?", {}, "Question"],
  ["Delete /dat/a?", { metadata: { strandsName: "approve" } }, "Approve"],
])("titles the reason %s with %j as %s", (reason, message, title) => {
  expect(interruptTitle({ id: "i", reason, ...message }, englishStrings)).toBe(title);
});
