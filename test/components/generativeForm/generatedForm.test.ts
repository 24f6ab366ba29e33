import { describe, expect, test } from "vitest";
import {
  defaultForm,
  readFormRequest,
} from "../../../src/components/generativeForm/generatedForm.ts";

const schema = { type: "object", properties: { city: { type: "string" } } };

describe("readFormRequest", () => {
  test.each([
    ["objects", { description: "D", data: { a: 1 }, output: schema }],
    ["JSON texts", { description: "D", data: '{"a":1}', output: JSON.stringify(schema) }],
  ])("reads %s", (_, args) => {
    expect(readFormRequest(args)).toEqual({ description: "D", data: { a: 1 }, output: schema });
  });

  test.each([
    ["nothing", undefined],
    ["a list", [1]],
    ["null", { description: null, data: null, output: null }],
    ["empty texts", { description: "", data: "", output: "" }],
  ])("reads %s as an empty request", (_, args) => {
    expect(readFormRequest(args)).toEqual({ description: "", data: undefined, output: undefined });
  });

  test("keeps a text that describes the answer, and an object that is no schema", () => {
    expect(readFormRequest({ output: "A name" }).output).toBe("A name");
    expect(readFormRequest({ output: { name: "text, required" } }).output).toBe(
      '{"name":"text, required"}',
    );
  });
});

describe("defaultForm", () => {
  const request = { description: "D", data: undefined, output: undefined };

  test("has the fields of the expected answer", () => {
    expect(defaultForm({ ...request, output: schema })).toEqual({ jsonSchema: schema });
  });

  test("has the fields of the data without a schema", () => {
    const data = {
      city: "Rome",
      days: 2,
      isGift: false,
      tags: ["a"],
      place: { lat: 1 },
      other: null,
    };
    expect(defaultForm({ ...request, data, output: "The trip" })).toEqual({
      jsonSchema: {
        type: "object",
        description: "The trip",
        properties: {
          city: { type: "string" },
          days: { type: "number" },
          isGift: { type: "boolean" },
          tags: { type: "array", items: { type: "string" } },
          place: { type: "object", properties: { lat: { type: "number" } } },
          other: {},
        },
      },
    });
  });

  test("asks for a text without a schema and without data", () => {
    expect(defaultForm({ ...request, data: {}, output: "A name" })).toEqual({
      jsonSchema: { type: "string", format: "multiline", minLength: 1, description: "A name" },
    });
  });

  test("has a bound for data of 5,000 levels", () => {
    let data: unknown = 1;
    for (let level = 0; level < 5000; level++) data = { data };
    expect(JSON.stringify(defaultForm({ ...request, data })).length).toBeLessThan(500);
  });
});
