import { describe, expect, test } from "vitest";
import {
  defaultApproval,
  defaultConfirmation,
  readDecision,
  withEditedArgs,
  withReason,
} from "../../../src/components/interrupt/decisionPayload.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/schemaCheck.ts";
import { noReasonSchema, reasonSchema } from "./tanstack.ts";

function decisionOf(schema: JsonSchema, args?: unknown) {
  const decision = readDecision(schema, args);
  if (!decision) throw new Error("These buttons have no answer.");
  return decision;
}

test("TanStack's approval is answered in its two closed shapes", () => {
  const decision = decisionOf(noReasonSchema);
  expect(decision.approval).toEqual({ approved: true });
  expect(decision.denial).toEqual({ approved: false });
  expect(decision.reason).toBeUndefined();
  expect(decision.hasOtherFields).toBe(false);
  expect(withReason(decision, "mine")).toEqual({ approved: false });
  expect(withEditedArgs(decision, { path: "/b" })).toEqual({
    approved: true,
    editedArgs: { path: "/b" },
  });
});

test("TanStack's denial puts its reason into the payload that the schema demands", () => {
  const decision = decisionOf(reasonSchema);
  expect(decision.reason).toEqual({ path: ["payload", "reason"], isRequired: true });
  expect(withReason(decision, " I need it ")).toEqual({
    approved: false,
    payload: { reason: "I need it" },
  });
});

test("the shape the protocol recommends says yes and no in one object", () => {
  const decision = decisionOf({
    type: "object",
    properties: {
      approved: { type: "boolean" },
      editedArgs: { type: "object", description: "Full replacement of the tool args." },
    },
    required: ["approved"],
  });
  expect(decision).toMatchObject({
    key: "approved",
    approval: { approved: true },
    denial: { approved: false },
    reason: { path: ["reason"], isRequired: false },
    editedArgs: { type: "object" },
    hasOtherFields: false,
  });
  expect(withReason(decision, "  ")).toEqual({ approved: false });
  expect(withReason(decision, "Not today")).toEqual({ approved: false, reason: "Not today" });
});

test.each(["approved", "confirmed", "accepted", "approve", "confirm", "accept", "ok"])(
  "an object with a boolean called %s is answered with it",
  (key) => {
    const decision = decisionOf({ type: "object", properties: { [key]: { type: "boolean" } } });
    expect(decision.key).toBe(key);
    expect(decision.approval).toEqual({ [key]: true });
    expect(decision.denial).toEqual({ [key]: false });
  },
);

test.each<[string, JsonSchema]>([
  ["a boolean", { type: "boolean" }],
  ["a boolean or null", { type: ["boolean", "null"] }],
  ["both booleans by name", { enum: [true, false] }],
  ["a union of both", { oneOf: [{ const: true }, { const: false }] }],
])("%s is answered with a bare boolean", (_name, schema) => {
  const decision = decisionOf(schema);
  expect(decision).toMatchObject({ key: undefined, approval: true, denial: false });
  expect(decision.reason).toBeUndefined();
});

test("what must be there and can be in one way only is filled in", () => {
  const decision = decisionOf({
    type: "object",
    properties: {
      approved: { type: "boolean" },
      version: { const: 2 },
      scope: { type: "string", enum: ["once"] },
      locale: { type: "string", default: "en" },
    },
    required: ["approved", "version", "scope", "locale"],
  });
  const rest = { version: 2, scope: "once", locale: "en" };
  expect(decision.approval).toEqual({ approved: true, ...rest });
  expect(decision.denial).toEqual({ approved: false, ...rest });
  expect(decision.hasOtherFields).toBe(false);
});

test("arguments that have to be sent back are those of the call", () => {
  const decision = decisionOf(
    {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
      required: ["approved", "editedArgs"],
    },
    { to: "Ann" },
  );
  expect(decision.approval).toEqual({ approved: true, editedArgs: { to: "Ann" } });
});

test("a shape without a way to say no has no denial", () => {
  const decision = decisionOf({
    type: "object",
    properties: { approved: { const: true } },
    required: ["approved"],
  });
  expect(decision.approval).toEqual({ approved: true });
  expect(decision.denial).toBeUndefined();
});

test.each<[string, NonNullable<JsonSchema["properties"]>]>([
  ["a text that nobody has written", { signature: { type: "string" } }],
  ["a number", { amount: { type: "number" } }],
])("an answer that needs %s is none that buttons can give", (_name, properties) => {
  const schema = {
    type: "object",
    properties: { approved: { type: "boolean" }, ...properties },
    required: ["approved", ...Object.keys(properties)],
  };
  expect(readDecision(schema)).toBeUndefined();
});

test.each<[string, JsonSchema]>([
  ["a text", { type: "string" }],
  ["an object without a decision", { type: "object", properties: { city: { type: "string" } } }],
  ["a decision in words", { type: "object", properties: { approved: { enum: ["yes", "no"] } } }],
  ["a reference to nowhere", { $ref: "#/$defs/nowhere" }],
])("%s is no yes or no", (_name, schema) => {
  expect(readDecision(schema)).toBeUndefined();
});

test("what else may be said is known, so that it can be offered", () => {
  const decision = decisionOf({
    type: "object",
    properties: { approved: { type: "boolean" }, remember: { type: "boolean" } },
  });
  expect(decision.hasOtherFields).toBe(true);
});

test("a denial that may say why under another name does so", () => {
  const decision = decisionOf({
    type: "object",
    properties: { accepted: { type: "boolean" }, feedback: { type: "string" } },
    additionalProperties: false,
  });
  expect(withReason(decision, "Too late")).toEqual({ accepted: false, feedback: "Too late" });
});

test("references are followed, and edited arguments keep the definitions they need", () => {
  const decision = decisionOf({
    $ref: "#/$defs/Answer",
    $defs: {
      Answer: {
        type: "object",
        properties: { approved: { $ref: "#/$defs/Flag" }, editedArgs: { $ref: "#/$defs/Args" } },
        required: ["approved"],
      },
      Flag: { type: "boolean" },
      Args: { type: "object", properties: { path: { type: "string" } } },
    },
  });
  expect(decision.approval).toEqual({ approved: true });
  expect(decision.editedArgs).toMatchObject({
    $ref: "#/$defs/Args",
    $defs: { Args: { type: "object" } },
  });
});

test("a union beside common properties has them in each of its kinds", () => {
  const decision = decisionOf({
    type: "object",
    properties: { nonce: { const: "n1" } },
    required: ["nonce"],
    oneOf: [
      { properties: { ok: { const: true } }, required: ["ok"] },
      { properties: { ok: { const: false } }, required: ["ok"] },
    ],
  });
  expect(decision.approval).toEqual({ nonce: "n1", ok: true });
  expect(decision.denial).toEqual({ nonce: "n1", ok: false });
});

describe("every answer that is built is valid by its schema", () => {
  const closed = { additionalProperties: false } as const;
  const schemas: Record<string, JsonSchema> = {
    tanstack: noReasonSchema,
    "tanstack with a reason": reasonSchema,
    boolean: { type: "boolean" },
    recommended: {
      type: "object",
      properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
      required: ["approved"],
    },
    "closed, no reason": { type: "object", properties: { ok: { type: "boolean" } }, ...closed },
    "closed, with a comment": {
      type: "object",
      properties: { confirmed: { type: "boolean" }, comment: { type: "string" } },
      required: ["confirmed"],
      ...closed,
    },
    "a payload whose reason may be left out": {
      type: "object",
      properties: {
        approved: { type: "boolean" },
        payload: {
          type: "object",
          properties: { reason: { type: "string" }, kind: { const: "person" } },
          required: ["kind"],
        },
      },
      required: ["approved", "payload"],
      ...closed,
    },
  };

  test.each(Object.entries(schemas))("%s", async (_name, schema) => {
    const decision = decisionOf(schema);
    expect(await validateJson(schema, decision.approval)).toEqual([]);
    expect(await validateJson(schema, withReason(decision, "Because"))).toEqual([]);
    if (!decision.reason?.isRequired) {
      expect(await validateJson(schema, withReason(decision, ""))).toEqual([]);
    }
  });
});

test("without a schema an approval says why not, and a confirmation is a boolean", () => {
  expect(withReason(defaultApproval, "mine")).toEqual({ approved: false, reason: "mine" });
  expect(defaultApproval.editedArgs).toBeUndefined();
  expect(defaultConfirmation).toMatchObject({ approval: true, denial: false, reason: undefined });
});
