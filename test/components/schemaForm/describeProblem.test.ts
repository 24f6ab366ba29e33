import { describe, expect, test } from "vitest";
import { describeProblem } from "../../../src/components/schemaForm/describeProblem.ts";
import { type FormStrings, formStrings } from "../../../src/components/strings/formStrings.ts";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";

/** Strings in which every message is its key. */
const keys = Object.fromEntries(
  Object.entries(formStrings).map(([key, value]) => [
    key,
    typeof value === "string" ? key : () => key,
  ]),
);
const translated: FormStrings = {
  ...formStrings,
  ...keys,
  at: (place, sentence) => `${sentence} (${place})`,
};

describe("with custom strings", () => {
  test.each<[sentence: string, schema: JsonSchema, value: unknown]>([
    ["type", { type: "string" }, 1],
    ["invalid", { type: ["string", "null"] }, 1],
    ["const", { const: 1 }, 2],
    ["invalid", { const: [1] }, 2],
    ["enum", { enum: [1, 2] }, 3],
    ["not", { not: {} }, 1],
    ["minimum", { minimum: 1 }, 0],
    ["maximum", { maximum: 1 }, 2],
    ["exclusiveMinimum", { exclusiveMinimum: 1 }, 1],
    ["exclusiveMaximum", { exclusiveMaximum: 1 }, 1],
    ["multipleOf", { multipleOf: 2 }, 1],
    ["minLength", { minLength: 1 }, ""],
    ["maxLength", { maxLength: 1 }, "ab"],
    ["pattern", { pattern: "a" }, "b"],
    ["format", { format: "email" }, "a"],
    ["minItems", { minItems: 1 }, []],
    ["maxItems", { maxItems: 1 }, [1, 2]],
    ["uniqueItems", { uniqueItems: true }, [1, 1]],
    ["contains", { contains: { const: 1 } }, [2]],
    ["invalid", { contains: { const: 1 }, minContains: 2 }, [1]],
    ["invalid", { contains: { const: 1 }, maxContains: 1 }, [1, 1]],
    ["minProperties", { minProperties: 1 }, {}],
    ["maxProperties", { maxProperties: 1 }, { a: 1, b: 1 }],
    ["propertyNames", { propertyNames: { maxLength: 1 } }, { ab: 1 }],
    ["additionalProperties (a)", { additionalProperties: false }, { a: 1 }],
    ["additionalProperties (a)", { properties: { a: false } }, { a: 1 }],
    ["additionalProperties (0)", { items: false }, [1]],
    ["required (a)", { required: ["a"] }, {}],
    ["required (b)", { dependentRequired: { a: ["b"] } }, { a: 1 }],
    ["oneOf", { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3],
    ["oneOf", { oneOf: [{ minimum: 2 }, { maximum: 0 }] }, 1],
    ["anyOf", { anyOf: [{ minimum: 2 }, { maximum: 0 }] }, 1],
    ["type (accept.0)", { properties: { accept: { items: { type: "string" } } } }, { accept: [1] }],
  ])("returns %s for %j with the value %j", async (sentence, schema, value) => {
    const found = await validateJson(schema, value);
    expect(found.map((problem) => describeProblem(problem, translated))).toEqual([sentence]);
  });

  test("keeps the message of a problem without a keyword", () => {
    const message = "Cette carte a expiré.";
    expect(describeProblem({ path: [], message }, translated)).toBe(message);
    expect(describeProblem({ path: [], message, code: "expired" }, translated)).toBe(message);
  });
});

test.each([
  ["string", "Enter text."],
  ["boolean", "Must be true or false."],
  ["object", "Must be an object."],
  ["array", "Must be a list."],
  ["null", "Wrong type of value."],
])("describes a value that is no %s as: %s", (limit, sentence) => {
  const problem = { path: [], message: "", code: "type", limit };
  expect(describeProblem(problem, formStrings)).toBe(sentence);
});
