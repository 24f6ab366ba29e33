import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";
import { check, ofProperty, payment } from "./checkValue.ts";

describe("accepts", () => {
  test.each<[about: string, schema: JsonSchema, value: unknown]>([
    ["what is valid", payment, { kind: "card", number: "1" }],
    ["an optional field without a value", ofProperty("a", { type: "string" }), { a: undefined }],
    ["a date as it is sent", { format: "date-time" }, new Date(0)],
    ["a time without an offset", { format: "time" }, "13:45"],
    ["a time with one", { format: "time" }, "13:45:00+02:00"],
    ["an unknown format", { format: "colour" }, "?"],
    ["a schema that allows all", {}, null],
  ])("accepts %s", async (_about, schema, value) => {
    expect(await check(schema, value)).toBe("");
  });
});

describe("supports", () => {
  const definitions = { n: { type: "number" } };

  test.each<[about: string, schema: JsonSchema, problems: string]>([
    ["draft 2020-12", { $defs: definitions, items: { $ref: "#/$defs/n" } }, "1: must be a number"],
    [
      "draft 7 that says so, in which a reference stands alone",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions,
        items: { $ref: "#/definitions/n", maximum: 0 },
      },
      "1: must be a number",
    ],
    [
      "draft 7 that does not say so",
      { definitions, items: [{ $ref: "#/definitions/n" }, { $ref: "#/definitions/n" }] },
      "1: must be a number",
    ],
    [
      "draft 4, whose bounds are exclusive by a flag",
      {
        $schema: "http://json-schema.org/draft-04/schema#",
        items: { minimum: 1, exclusiveMinimum: true },
      },
      "0: must be more than 1",
    ],
    [
      "a reference by anchor",
      { $defs: { n: { $anchor: "number", type: "number" } }, items: { $ref: "#number" } },
      "1: must be a number",
    ],
    [
      "a schema that contains itself",
      {
        $ref: "#/$defs/list",
        $defs: {
          list: { items: { anyOf: [{ type: "number" }, { $ref: "#/$defs/list" }] }, type: "array" },
        },
      },
      "1: must be a number or a list",
    ],
  ])("supports %s", async (_about, schema, problems) => {
    expect(await check(schema, [1, "a"])).toBe(problems);
  });

  test("a frozen schema without changing it", async () => {
    const schema = Object.freeze({ type: "object", properties: Object.freeze({}) });
    const before = JSON.stringify(schema);
    expect(await check(schema, 1)).toBe("must be an object");
    expect(JSON.stringify(schema)).toBe(before);
  });
});

describe("accepts every value for an unusable schema:", () => {
  afterEach(() => vi.restoreAllMocks());

  const circular: { type: string; not?: JsonSchema } = { type: "string" };
  circular.not = circular;

  test.each<[about: string, schema: JsonSchema]>([
    ["a reference to nowhere", { $ref: "#/$defs/nothing" }],
    ["a reference elsewhere", { $ref: "https://example.com/schema.json" }],
    ["a reference to itself", { $ref: "#" }],
    ["a pattern that is none", { type: "string", pattern: "(?P<year>" }],
    ["an object that contains itself", circular],
    ["an identifier that is no address", { $id: "http://[" }],
  ])("accepts every value for %s", async (_about, schema) => {
    const warn = vi.spyOn(console, "warn");
    expect(await validateJson(schema, "x")).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });
});
