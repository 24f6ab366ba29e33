import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";
import { describeProblems } from "../../../src/protocol/jsonSchema.ts";
import { validateJson } from "../../../src/store/jsonSchema/validate.ts";

export const check = async (schema: JsonSchema, value: unknown) =>
  describeProblems(await validateJson(schema, value));

export const ofProperty = (name: string, schema: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { [name]: schema },
});

export const payment: JsonSchema = {
  oneOf: [
    {
      type: "object",
      properties: { kind: { const: "card" }, number: { type: "string" } },
      required: ["kind", "number"],
    },
    {
      type: "object",
      properties: { kind: { const: "transfer" }, iban: { type: "string", minLength: 5 } },
      required: ["kind", "iban"],
    },
  ],
};
