import type { JsonSchema } from "../../../src/protocol/jsonSchema.ts";

/**
 * Creates a schema in which each level refers to the next one twice.
 *
 * @param createLevel - Returns the schema of a level for a reference to the next one.
 */
export function doubledSchema(
  levels: number,
  createLevel: (next: JsonSchema) => JsonSchema,
  last: JsonSchema = { type: "object", properties: { z: { type: "string" } } },
): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: last };
  for (let level = 0; level < levels; level++) {
    $defs[`d${level}`] = createLevel({ $ref: `#/$defs/d${level + 1}` });
  }
  return { $ref: "#/$defs/d0", $defs };
}

const operand: JsonSchema = { $ref: "#/$defs/operand" };

/** Schema of an expression, whose operands are numbers or expressions. */
export const expressionSchema: JsonSchema = {
  ...operand,
  $defs: {
    operand: { anyOf: [{ $ref: "#/$defs/number" }, { $ref: "#/$defs/operation" }] },
    number: {
      type: "object",
      properties: { value: { type: "number" } },
      required: ["value"],
    },
    operation: {
      type: "object",
      properties: { op: { enum: ["and", "or"] }, left: operand, right: operand },
      required: ["op", "left", "right"],
    },
  },
};

/** Creates an expression whose innermost operand is a given value. */
export function expression(levels: number, value: unknown): unknown {
  let left: unknown = { value };
  for (let level = 0; level < levels; level++) left = { op: "and", left, right: { value: 1 } };
  return left;
}
