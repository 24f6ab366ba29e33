import { describe, expect, test } from "vitest";
import {
  defaultApproval,
  defaultConfirmation,
  readDecision,
  withEditedArgs,
  withReason,
} from "../../../src/components/interrupt/readDecision.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";
import { noReasonSchema, reasonSchema } from "./tanstackSchemas.ts";

function decisionOf(schema: JsonSchema, args?: unknown) {
  const decision = readDecision(schema, args);
  if (!decision) throw new Error("These buttons have no answer.");
  return decision;
}

test("builds both payloads of a TanStack approval", () => {
  const decision = decisionOf(noReasonSchema);
  expect(decision.approval).toEqual({ approved: true });
  expect(decision.denial).toEqual({ approved: false });
  expect(decision.reasonField).toBeUndefined();
  expect(decision.hasOtherFields).toBe(false);
  expect(withReason(decision, "mine")).toEqual({ approved: false });
  expect(withEditedArgs(decision, { path: "/b" })).toEqual({
    approved: true,
    editedArgs: { path: "/b" },
  });
});

test("puts the reason of a TanStack denial into its payload", () => {
  const decision = decisionOf(reasonSchema);
  expect(decision.reasonField).toEqual({ path: ["payload", "reason"], isRequired: true });
  expect(withReason(decision, " I need it ")).toEqual({
    approved: false,
    payload: { reason: "I need it" },
  });
});

test("builds yes and no from the object that AG-UI recommends", () => {
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
    reasonField: { path: ["reason"], isRequired: false },
    editedArgs: { type: "object" },
    hasOtherFields: false,
  });
  expect(withReason(decision, "  ")).toEqual({ approved: false });
  expect(withReason(decision, "Not today")).toEqual({ approved: false, reason: "Not today" });
});

test.each(["approved", "confirmed", "accepted", "approve", "confirm", "accept", "ok"])(
  "uses the boolean property %s as the decision",
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
])("answers %s with a bare boolean", (_name, schema) => {
  const decision = decisionOf(schema);
  expect(decision).toMatchObject({ key: undefined, approval: true, denial: false });
  expect(decision.reasonField).toBeUndefined();
});

test("fills in required properties with a fixed value", () => {
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

test("sends the arguments of the tool call when the schema requires them", () => {
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

test("readDecision has no denial when the schema allows only yes", () => {
  const decision = decisionOf({
    type: "object",
    properties: { approved: { const: true } },
    required: ["approved"],
  });
  expect(decision.approval).toEqual({ approved: true });
  expect(decision.denial).toBeUndefined();
});

test.each<[string, NonNullable<JsonSchema["properties"]>]>([
  ["a required text", { signature: { type: "string" } }],
  ["a required number", { amount: { type: "number" } }],
])("returns undefined for a schema with %s", (_name, properties) => {
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
  ["a decision as text", { type: "object", properties: { approved: { enum: ["yes", "no"] } } }],
  ["a broken reference", { $ref: "#/$defs/nowhere" }],
])("returns undefined for %s", (_name, schema) => {
  expect(readDecision(schema)).toBeUndefined();
});

test("reports fields beyond the decision", () => {
  const decision = decisionOf({
    type: "object",
    properties: { approved: { type: "boolean" }, remember: { type: "boolean" } },
  });
  expect(decision.hasOtherFields).toBe(true);
});

test("puts the reason under another usual key", () => {
  const decision = decisionOf({
    type: "object",
    properties: { accepted: { type: "boolean" }, feedback: { type: "string" } },
    additionalProperties: false,
  });
  expect(withReason(decision, "Too late")).toEqual({ accepted: false, feedback: "Too late" });
});

test("follows references and keeps the definitions of edited arguments", () => {
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

test("adds the properties beside a union to both payloads", () => {
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

describe("payloads are valid for the schema", () => {
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
    "a payload with an optional reason": {
      type: "object",
      properties: {
        approved: { type: "boolean" },
        payload: {
          type: "object",
          properties: { reason: { type: "string" }, kind: { const: "user" } },
          required: ["kind"],
        },
      },
      required: ["approved", "payload"],
      ...closed,
    },
  };

  test.each(Object.entries(schemas))(
    "a payload is valid for the schema of %s",
    async (_name, schema) => {
      const decision = decisionOf(schema);
      expect(await validateJson(schema, decision.approval)).toEqual([]);
      expect(await validateJson(schema, withReason(decision, "Because"))).toEqual([]);
      if (!decision.reasonField?.isRequired) {
        expect(await validateJson(schema, withReason(decision, ""))).toEqual([]);
      }
    },
  );
});

test("the default payloads are an approval with a reason and a boolean confirmation", () => {
  expect(withReason(defaultApproval, "mine")).toEqual({ approved: false, reason: "mine" });
  expect(defaultApproval.editedArgs).toBeUndefined();
  expect(defaultConfirmation).toMatchObject({
    approval: true,
    denial: false,
    reasonField: undefined,
  });
});
