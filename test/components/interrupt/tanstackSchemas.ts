import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

const editedArgs = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { path: { type: "string" } },
  required: ["path"],
};

const approval = {
  type: "object",
  properties: { approved: { const: true }, editedArgs },
  required: ["approved"],
  additionalProperties: false,
};

/** Recorded schema of a TanStack approval: a denial has no reason. */
export const noReasonSchema: JsonSchema = {
  oneOf: [
    approval,
    {
      type: "object",
      properties: { approved: { const: false } },
      required: ["approved"],
      additionalProperties: false,
    },
  ],
};

/** Recorded schema of a TanStack approval: a denial requires a reason. */
export const reasonSchema: JsonSchema = {
  oneOf: [
    approval,
    {
      type: "object",
      properties: {
        approved: { const: false },
        payload: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: { reason: { type: "string" } },
          required: ["reason"],
        },
      },
      required: ["approved", "payload"],
      additionalProperties: false,
    },
  ],
};
