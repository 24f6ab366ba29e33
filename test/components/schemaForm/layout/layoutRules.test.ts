import { describe, expect, test } from "vitest";
import { isConditionMet } from "../../../../src/components/schemaForm/layout/layoutRules.ts";

describe("the condition of a rule", () => {
  test.each([
    [{ const: "DE" }, "DE", true],
    [{ const: "DE" }, undefined, false],
    [{ enum: ["DE", "AT"] }, "AT", true],
    [{ enum: ["DE", "AT"] }, "FR", false],
    [{ not: { const: "DE" } }, "FR", true],
    [{ not: { const: "DE" } }, "DE", false],
    [{ minimum: 2 }, 2, true],
    [{ minimum: 2 }, "2", false],
    [{ minimum: 2, maximum: 4 }, 5, false],
  ])("%j is decided for %j: %j", (schema, value, expected) => {
    expect(isConditionMet(schema, value)).toBe(expected);
  });

  test.each([
    [{}],
    [{ pattern: "(a+)+$" }],
    [{ const: 1, format: "email" }],
    [{ not: { pattern: "a" } }],
    [{ enum: "DE" }],
    [{ minimum: "2" }],
  ])("%j is not decided", (schema) => {
    expect(isConditionMet(schema, 1)).toBeUndefined();
  });
});
