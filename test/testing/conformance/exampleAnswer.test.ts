import { Validator } from "@cfworker/json-schema";
import { expect, test } from "vitest";
import { exampleAnswer } from "../../../src/testing/conformance/exampleAnswer.ts";

const interruptWith = (responseSchema: Readonly<Record<string, unknown>>) => ({
  id: "i1",
  reason: "confirmation",
  responseSchema,
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ["a string", { type: "string", minLength: 8 }],
  ["a choice", { enum: ["left", "right"] }],
  ["a number", { type: "integer", minimum: 18 }],
  ["null", { type: "null" }],
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
    "an object with an array and a definition",
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
    "allOf",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "boolean" } } },
        { type: "object", required: ["b"], properties: { b: { default: "x" } } },
      ],
    },
  ],
])("exampleAnswer returns a valid answer for %s", (_, schema) => {
  const answer = exampleAnswer(interruptWith(schema));
  expect(new Validator(schema, "2020-12").validate(answer)).toMatchObject({ valid: true });
});

test("exampleAnswer returns an approval without a schema", () => {
  expect(exampleAnswer({ id: "i1", reason: "confirmation" })).toEqual({ approved: true });
});

test("exampleAnswer ends for a recursive schema", () => {
  const schema = {
    type: "object",
    required: ["next"],
    properties: { next: { $ref: "#" } },
  };
  expect(JSON.stringify(exampleAnswer(interruptWith(schema)))).toContain('{"next":{"next":');
});
