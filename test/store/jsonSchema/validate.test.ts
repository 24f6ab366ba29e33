import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";
import { check, ofProperty, payment } from "./checkValue.ts";

describe("describes the problems of", () => {
  test.each<[about: string, schema: JsonSchema, value: unknown, problems: string]>([
    ["a missing property", { required: ["city", "days"] }, { days: 1 }, "city: is required"],
    ["every missing property", { required: ["a", "b"] }, {}, "a: is required; b: is required"],
    ['a property "called" so', { required: ['say "hi"'] }, {}, 'say "hi": is required'],
    ["no value at all", { type: "string" }, undefined, "is required"],
    ["a field without a value", { required: ["a"] }, { a: undefined }, "a: is required"],

    ["a string", { type: "string" }, 1, "must be a string"],
    ["a number", { type: "number" }, "1", "must be a number"],
    ["a number that JSON has no word for", { type: "number" }, Number.NaN, "must be a number"],
    ["an integer", { type: "integer" }, 1.5, "must be a whole number"],
    ["a boolean", { type: "boolean" }, "yes", "must be true or false"],
    ["an object", { type: "object" }, [], "must be an object"],
    ["a list", { type: "array" }, {}, "must be a list"],
    ["null", { type: "null" }, 0, "must be null"],
    ["one of two types", { type: ["string", "null"] }, 1, "must be a string or null"],
    ["a type, and nothing else then", { type: "string", enum: ["a"] }, 1, "must be a string"],

    ["a minimum", { minimum: 3 }, 2, "must be at least 3"],
    ["a maximum", { maximum: 3 }, 4, "must be at most 3"],
    ["an exclusive minimum", { exclusiveMinimum: 3 }, 3, "must be more than 3"],
    ["an exclusive maximum", { exclusiveMaximum: 3 }, 3, "must be less than 3"],
    ["a multiple", { multipleOf: 5 }, 7, "must be a multiple of 5"],
    ["a short text", { minLength: 2 }, "a", "must have at least 2 characters"],
    ["an empty text", { minLength: 1 }, "", "must have at least 1 character"],
    ["a long text", { maxLength: 2 }, "abc", "must have at most 2 characters"],
    ["a pattern", { pattern: "^a" }, "b", "must match the pattern ^a"],
    ["an email", { format: "email" }, "me", "must be an email address"],
    ["a URL", { format: "uri" }, "me", "must be a URL with its scheme, as https://example.com"],
    ["a date", { format: "date" }, "2025-02-30", "must be a date, as 2025-12-31"],
    ["a time", { format: "time" }, "25:00", "must be a time, as 13:45:00"],
    ["another format", { format: "hostname" }, "-", "must be a valid hostname"],
    ["an enum", { enum: ["a", "b"] }, "c", "must be one of: a, b"],
    ["an enum of several types", { enum: ["", 1, null] }, "c", 'must be one of: "", 1, null'],
    ["a constant", { const: 4 }, 5, "must be 4"],
    ["a constant object", { const: { a: 1 } }, {}, 'must be {"a":1}'],
    ["not", { not: { const: 1 } }, 1, "is not an allowed value"],

    ["too few items", { minItems: 2 }, [1], "must have at least 2 items"],
    ["too many items", { maxItems: 1 }, [1, 2], "must have at most 1 item"],
    ["repeated items", { uniqueItems: true }, [1, 1], "must not have the same item twice"],
    [
      "no item of a kind",
      { contains: { type: "string", minLength: 2 } },
      [1, "a"],
      "has no item of the kind it must contain",
    ],
    [
      "too few items of a kind",
      { contains: { type: "string" }, minContains: 2 },
      ["a", 1, 2],
      "must have at least 2 items of the kind it must contain",
    ],
    [
      "a property whose name is a keyword",
      ofProperty("contains", { type: "string" }),
      { contains: 1 },
      "contains: must be a string",
    ],
    ["an item of a list", { items: { type: "number" } }, [1, "a"], "1: must be a number"],
    [
      "an item of a tuple",
      { prefixItems: [{ type: "string" }, { type: "number" }] },
      ["a", "b"],
      "1: must be a number",
    ],
    [
      "a deep place",
      ofProperty("days", { items: ofProperty("title", { minLength: 2 }) }),
      { days: [{ title: "ab" }, { title: "a" }] },
      "days.1.title: must have at least 2 characters",
    ],
    [
      "keys of every spelling",
      ofProperty("a/b~c d%#", { type: "number" }),
      { "a/b~c d%#": "x" },
      "a/b~c d%#: must be a number",
    ],
    ["a number as a key", ofProperty("0", { type: "number" }), { 0: "x" }, "0: must be a number"],
    [
      "an unknown property",
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      "b: is not allowed here",
    ],
    [
      "a property of some kind",
      { additionalProperties: { type: "number" } },
      { a: 1, b: "c" },
      "b: must be a number",
    ],
    [
      "a name of a property",
      { propertyNames: { pattern: "^a" } },
      { b: 1 },
      "has a field whose name is not allowed",
    ],
    ["few fields", { minProperties: 1 }, {}, "must have at least 1 field"],
    ["a field another one needs", { dependentRequired: { a: ["b"] } }, { a: 1 }, "b: is required"],
    ["the same in draft 7", { dependencies: { a: ["b"] } }, { a: 1 }, "b: is required"],
    [
      "what holds under a condition",
      {
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        ...{ if: { properties: { a: { const: 1 } } }, then: { required: ["b"] } },
        else: { required: ["c"] },
      },
      { a: 1 },
      "b: is required",
    ],
    [
      "what several schemas ask for, once",
      { allOf: [{ required: ["a"] }, { required: ["a", "b"] }] },
      {},
      "a: is required; b: is required",
    ],
    [
      "every property, not just the first",
      {
        type: "object",
        properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
        required: ["city", "from"],
      },
      { city: 1, days: 0 },
      "from: is required; city: must be a string; days: must be at least 1",
    ],
  ])("describes the problem of %s", async (_about, schema, value, problems) => {
    expect(await check(schema, value)).toBe(problems);
  });
});

describe("describes the problems of a union:", () => {
  test.each<[about: string, schema: JsonSchema, value: unknown, problems: string]>([
    [
      "the kind that its constant names",
      payment,
      { kind: "transfer", iban: "DE" },
      "iban: must have at least 5 characters",
    ],
    ["the constant", payment, { kind: "cash" }, "kind: must be one of: card, transfer"],
    ["the constant that is not there", payment, {}, "kind: must be one of: card, transfer"],
    [
      "the kind that a referenced constant names",
      {
        anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
        $defs: {
          a: { properties: { is: { enum: ["a"] }, x: { type: "number" } } },
          b: { properties: { is: { enum: ["b"] }, x: { type: "string" } } },
        },
      },
      { is: "b", x: 1 },
      "x: must be a string",
    ],
    [
      "the kind of its type",
      { anyOf: [{ type: "object", required: ["a"] }, { type: "null" }] },
      {},
      "a: is required",
    ],
    [
      "the type, when it is none",
      { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
      [],
      "must be a string or a whole number or null",
    ],
    ["the choice", { oneOf: [{ const: "a" }, { const: "b" }] }, "c", "must be one of: a, b"],
    [
      "the choice, of several lists",
      { anyOf: [{ enum: ["a", "b"] }, { const: "c" }] },
      "d",
      "must be one of: a, b, c",
    ],
    [
      "the kind it nearly is",
      { anyOf: [{ required: ["a", "b", "c"] }, { required: ["a", "d"] }] },
      { a: 1, b: 1 },
      "must meet one of: (c: is required) or (d: is required)",
    ],
    [
      "the kind with the least to mend",
      { anyOf: [{ required: ["b", "c"] }, { required: ["d"] }] },
      {},
      "d: is required",
    ],
    [
      "being two of them",
      { oneOf: [{ type: "number" }, { minimum: 2 }] },
      3,
      "is more than one of the kinds it could be",
    ],
    [
      "each item of a list",
      { items: payment },
      [{ kind: "card" }, { kind: "card", number: "1" }, { kind: "transfer", iban: 1 }],
      "0.number: is required; 2.iban: must be a string",
    ],
  ])("describes the problem of a union: %s", async (_about, schema, value, problems) => {
    expect(await check(schema, value)).toBe(problems);
  });
});

test("rejects a value that is not JSON", async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(await check({}, circular)).toBe("must be JSON");
  expect(await check({}, 1n)).toBe("must be JSON");
});

test("reports keyword and limit, so that a form can translate the problem", async () => {
  const schema = {
    properties: { n: { minimum: 3 }, t: { type: "integer" }, e: { enum: [1] } },
    required: ["r"],
  };
  expect(await validateJson(schema, { n: 1, t: "x", e: 2 })).toEqual([
    { path: ["r"], message: "is required", code: "required" },
    { path: ["n"], message: "must be at least 3", code: "minimum", limit: 3 },
    { path: ["t"], message: "must be a whole number", code: "type", limit: "integer" },
    { path: ["e"], message: "must be one of: 1", code: "enum" },
  ]);
});

test("shortens a long list of choices", async () => {
  const message = await check({ enum: Array.from({ length: 100 }, (_, n) => n) }, "x");
  expect(message).toMatch(/^must be one of: 0, 1, .*, 29, …$/);
});

test("describes a type with the name of an inherited property by its name", async () => {
  expect(await check({ type: "constructor" } as never, "text")).toBe("must be constructor");
});
