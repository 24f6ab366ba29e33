import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { Strings } from "../strings/strings.ts";

/**
 * Returns the localized message of a problem, with its path when the problem is about a nested value.
 * Keeps the message of a problem whose code is not a JSON Schema keyword.
 */
export function describeProblem(problem: SchemaProblem, strings: Strings["form"]): string {
  const message = localizedMessage(problem, strings);
  const { path } = problem;
  return path.length > 0 ? strings.at(path.join("."), message) : message;
}

function localizedMessage(
  { code, limit, message }: SchemaProblem,
  strings: Strings["form"],
): string {
  switch (code) {
    case "required":
    case "pattern":
    case "enum":
    case "not":
    case "uniqueItems":
    case "contains":
    case "propertyNames":
    case "additionalProperties":
    case "oneOf":
    case "anyOf":
      return strings[code];
    // The validator's code for a schema of `false`, which is most often `additionalProperties: false`.
    case "false":
      return strings.additionalProperties;
    case "type":
    case "format":
      return typeof limit === "string" ? strings[code](limit) : strings.invalid;
    case "inexact":
      return strings.inexactNumber;
    case "duplicate":
      return strings.duplicateName;
    case "const":
      return limit === undefined ? strings.invalid : strings.const(limit);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return typeof limit === "number" ? strings[code](limit) : strings.invalid;
    case "minContains":
    case "maxContains":
      return strings.invalid;
    default:
      return message;
  }
}
