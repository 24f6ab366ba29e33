import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { answerFor } from "../../../src/testing/conformance/answerFor.ts";

const asking = (responseSchema: Readonly<Record<string, unknown>>) => ({
  id: "i1",
  reason: "confirmation",
  responseSchema,
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["a text", { type: "string", minLength: 8 }],
  ["a choice", { enum: ["left", "right"] }],
  ["a number", { type: "integer", minimum: 18 }],
  ["nothing", { type: "null" }],
  ["several types", { type: ["boolean", "null"] }],
  [
    "an approval in one of two forms",
    {
      oneOf: [
        {
          type: "object",
          properties: { approved: { const: true }, editedArgs: { type: "object" } },
          required: ["approved"],
          additionalProperties: false,
        },
        { type: "object", properties: { approved: { const: false } }, required: ["approved"] },
      ],
    },
  ],
  [
    "a form with a list and a definition",
    {
      type: "object",
      required: ["when", "guests"],
      properties: {
        when: { $ref: "#/$defs/time" },
        guests: { type: "array", minItems: 2, items: { type: "string", format: "email" } },
        note: { type: "string" },
      },
      $defs: { time: { type: "string", format: "date-time" } },
    },
  ],
  [
    "all of several things",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "boolean" } } },
        { type: "object", required: ["b"], properties: { b: { default: "x" } } },
      ],
    },
  ],
])("answers %s with what its schema accepts", (_, schema) => {
  const answer = answerFor(asking(schema));
  expect(new Validator(schema, "2020-12").validate(answer)).toMatchObject({ valid: true });
});

test("says yes where there is no schema", () => {
  expect(answerFor({ id: "i1", reason: "confirmation" })).toEqual({ approved: true });
});

test("comes to an end with a schema that has none", () => {
  const schema = {
    type: "object",
    required: ["next"],
    properties: { next: { $ref: "#" } },
  };
  expect(JSON.stringify(answerFor(asking(schema)))).toContain('{"next":{"next":');
});
