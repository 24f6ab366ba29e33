import { isRecord } from "../../../protocol/isRecord.ts";
import type { FieldState } from "../fieldState.ts";
import { readScalar } from "../readValue.ts";
import { type FieldPath, fieldAt, parseScope } from "./fieldPaths.ts";

/** A rule whose field is in the form. */
export interface LayoutRule {
  readonly path: FieldPath;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly effect: "SHOW" | "HIDE" | "ENABLE" | "DISABLE";
}

/** Result of the rule of an element. */
interface RuleResult {
  readonly isShown: boolean;
  readonly isEnabled: boolean;
}

const EFFECTS: readonly unknown[] = [
  "SHOW",
  "HIDE",
  "ENABLE",
  "DISABLE",
] satisfies LayoutRule["effect"][];

/** Reads the rule of an element, which comes from the network. Undefined when it has none, or one that cannot be read. */
export function readRule(rule: unknown, root: FieldState): LayoutRule | undefined {
  if (!isRecord(rule) || !isRecord(rule.condition) || !EFFECTS.includes(rule.effect))
    return undefined;
  const { scope, schema } = rule.condition;
  const path = parseScope(scope);
  if (!path || !fieldAt(root, path) || !isRecord(schema)) return undefined;
  // It is one of `EFFECTS`.
  return { path, schema, effect: rule.effect as LayoutRule["effect"] };
}

/** Applies a rule to the current values. Without a rule that can be decided, an element is shown and can be edited. */
export function applyRule(rule: LayoutRule | undefined, root: FieldState): RuleResult {
  const field = rule && fieldAt(root, rule.path);
  const isMet = field && isConditionMet(rule.schema, readScalar(field));
  if (isMet === undefined) return { isShown: true, isEnabled: true };
  return {
    isShown: rule?.effect === "SHOW" ? isMet : !(rule?.effect === "HIDE" && isMet),
    isEnabled: rule?.effect === "ENABLE" ? isMet : !(rule?.effect === "DISABLE" && isMet),
  };
}

/** Returns whether a value meets a condition; undefined when the condition has a keyword that is not supported. */
export function isConditionMet(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
): boolean | undefined {
  const results = Object.entries(schema).map(([keyword, limit]) =>
    checkKeyword(keyword, limit, value),
  );
  if (results.length === 0 || results.includes(undefined)) return undefined;
  return results.every(Boolean);
}

function checkKeyword(keyword: string, limit: unknown, value: unknown): boolean | undefined {
  switch (keyword) {
    case "const":
      return value === limit;
    case "enum":
      return Array.isArray(limit) ? limit.includes(value) : undefined;
    case "minimum":
      return typeof limit === "number" ? typeof value === "number" && value >= limit : undefined;
    case "maximum":
      return typeof limit === "number" ? typeof value === "number" && value <= limit : undefined;
    case "not": {
      const isMet = isRecord(limit) ? isConditionMet(limit, value) : undefined;
      return isMet === undefined ? undefined : !isMet;
    }
    default:
      return undefined;
  }
}
