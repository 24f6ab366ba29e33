import { describe, expect, test } from "vitest";
import { describeProblems, type JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";
import { check } from "./checkValue.ts";
import { doubledSchema, expression, expressionSchema } from "./complexSchemas.ts";

const both = (keyword: string) => (next: JsonSchema) => ({ [keyword]: [next, next] });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const names = numbers(30_000).map((index) => `name ${index}`);

/** Returns the codes of the issues of a validation, and its problems. */
async function validate(schema: JsonSchema, value: unknown) {
  const codes: string[] = [];
  const problems = await validateJson(schema, value, ([code]) => codes.push(code));
  return { codes, problems };
}

/** Returns a schema of objects with an `$id` in each other. */
function nestedIds(levels: number): JsonSchema {
  let schema: JsonSchema = {};
  for (let level = 0; level < levels; level++) {
    schema = { $id: `https://example.org/${level}`, properties: { a: schema } };
  }
  return schema;
}

describe("a value that would be visited too often is not validated", () => {
  test.each<[string, JsonSchema, unknown]>([
    ["allOf in 16 levels", doubledSchema(16, both("allOf")), { z: "a" }],
    ["oneOf in 13 levels", doubledSchema(13, both("oneOf")), { z: "a" }],
    ["anyOf in 15 levels", doubledSchema(15, both("anyOf")), { z: "a" }],
    ["not beside allOf", doubledSchema(16, (next) => ({ not: next, allOf: [next] })), { z: "a" }],
    ["if and else", doubledSchema(15, (next) => ({ if: { not: next }, else: next })), { z: "a" }],
    ["2,000 different objects", { uniqueItems: true }, numbers(2_000).map((a) => ({ a }))],
    ["8,000 different numbers", { uniqueItems: true }, numbers(8_000)],
    ["200 items of 30,000 names", { items: { enum: names } }, numbers(200)],
    [
      "an object read for each of 2,000 branches",
      { anyOf: numbers(2_000).map(() => ({ properties: { a: {} } })) },
      Object.fromEntries(names.slice(0, 1_000).map((name) => [name, 1])),
    ],
    [
      "2 ** 11 searches for a pattern",
      doubledSchema(11, both("allOf"), { pattern: "^(a|b|ab)*c$" }),
      "ab".repeat(8),
    ],
    ["schemas with an address in 16 levels", nestedIds(16), { a: 1 }],
    ["a reference to itself", { $ref: "#" }, 1],
  ])("skips the validation of %s", async (_, schema, value) => {
    expect(await validate(schema, value)).toEqual({ codes: ["too-complex"], problems: [] });
  });

  test.each(["anyOf", "allOf", "oneOf"])("%s with wrong values in 40 levels", async (keyword) => {
    const schema = doubledSchema(40, both(keyword));
    expect(await validate(schema, { z: 1 })).toEqual({ codes: ["too-complex"], problems: [] });
  });
});

describe("a large value of a usual schema is validated", () => {
  const customer: JsonSchema = {
    type: "object",
    required: ["name"],
    properties: { name: { $ref: "#/$defs/name" }, age: { anyOf: [{ type: "integer" }, {}] } },
    additionalProperties: false,
    $defs: { name: { type: "string", minLength: 1 } },
  };
  const customers = (count: number) => numbers(count).map((age) => ({ name: "A", age }));

  test.each<[string, JsonSchema, unknown]>([
    [
      "5,000 objects",
      { ...customer, items: customer, type: "array" },
      [...customers(5_000), { age: 1 }],
    ],
    ["5,000 numbers", { items: { type: "integer" } }, [...numbers(5_000), "a"]],
    ["500 unique objects", { uniqueItems: true }, [...customers(500), ...customers(1)]],
    ["2,000 unique texts", { uniqueItems: true }, [...names.slice(0, 2_000), "name 1"]],
    ["an enum of 1,000", { items: { enum: names.slice(0, 500) } }, [...names.slice(0, 300), "b"]],
    ["an expression in 60 levels", expressionSchema, expression(60, "bad")],
  ])("validates %s", async (_, schema, value) => {
    const { codes, problems } = await validate(schema, value);
    expect(codes).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe("explains", () => {
  test.each(["anyOf", "allOf", "oneOf"])(
    "branches of %s with the same problem once",
    async (kw) => {
      expect(await check(doubledSchema(6, both(kw)), { z: 1 })).toBe("z: must be a string");
    },
  );

  test.each([3, 12, 40])("a wrong operand in %i levels with a short message", async (levels) => {
    const message = await check(expressionSchema, expression(levels, "bad"));
    expect(message).toMatch(/^must meet one of: \(value: is required\) or \(left/);
    expect(message.length).toBeLessThan(1_000);
  });

  test("a union with over 1,000 errors by its keyword", async () => {
    const anyOf = numbers(600).map((at) => ({ required: ["a"], properties: { b: { const: at } } }));
    expect(await check({ anyOf }, { b: "c" })).toBe("is none of the kinds it could be");
  });

  test("the first 200 problems of a value", async () => {
    const { problems } = await validate({ items: { type: "string" } }, numbers(500));
    expect(problems).toHaveLength(200);
    expect(describeProblems(problems.slice(199))).toBe("199: must be a string");
  });
});
