import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { describeProblems } from "../../protocol/jsonSchema.ts";
import { mustBeOfType, mustBeOneOf, problem } from "./errorMessages.ts";
import { resolveReference, type SchemaLocation, type ValidationContext } from "./schemaPath.ts";

/** Most characters of an explanation that lists what each branch requires. */
const MAX_EXPLANATION = 600;

/** Most errors of the branches that are explained. */
const MAX_ERRORS = 1_000;

interface Branch {
  readonly schema: Schema;
  readonly errors: readonly OutputUnit[];
}

/**
 * Explains why a value matches no branch of `anyOf` or `oneOf`. A constant or the type may identify the intended
 * branch, whose problems are listed; else the explanation says what each branch requires.
 *
 * @param branchErrors - The errors of all branches.
 * @param explain - Describes the errors of one branch.
 */
export function explainUnion(
  location: SchemaLocation,
  branchErrors: readonly OutputUnit[],
  context: ValidationContext,
  explain: (errors: readonly OutputUnit[]) => readonly SchemaProblem[],
): readonly SchemaProblem[] {
  const { error, path, value } = location;
  const schemas: readonly unknown[] = location.schema[error.keyword] ?? [];
  const branches = schemas.map((schema) => {
    const errors: OutputUnit[] = [];
    return { schema: resolveReference(schema, context), errors };
  });
  for (const branchError of branchErrors) {
    const index = branchError.keywordLocation.slice(error.keywordLocation.length + 1);
    branches[Number.parseInt(index, 10)]?.errors.push(branchError);
  }
  if (error.keyword === "oneOf" && branches.filter(({ errors }) => !errors.length).length > 1) {
    return [problem(path, "is more than one of the kinds it could be", error.keyword)];
  }

  const none = problem(path, "is none of the kinds it could be", error.keyword);
  if (branchErrors.length > MAX_ERRORS) return [none];

  const allowed = branches.map(({ schema }) => valuesOf(schema));
  if (allowed.every((values) => values !== undefined)) return [mustBeOneOf(path, allowed.flat())];

  const candidates = branches.filter(({ errors }) => !errors.some(isOfType(error)));
  const types = branches.flatMap(({ schema }) => schema.type ?? []);
  if (candidates.length === 0 && types.length > 0) return [mustBeOfType(path, [...new Set(types)])];

  const discriminator = candidates.length > 1 ? findDiscriminator(candidates) : undefined;
  if (discriminator !== undefined) {
    const kind = isRecord(value) ? value[discriminator] : undefined;
    const intended = candidates.find(({ schema }) =>
      valuesOf(schema, discriminator)?.includes(kind),
    );
    if (intended) return explain(intended.errors);
    const values = candidates.flatMap(({ schema }) => valuesOf(schema, discriminator) ?? []);
    return [mustBeOneOf([...path, discriminator], values)];
  }

  const explanations = candidates.map(({ errors }) => explain(errors));
  const alternatives = [...new Set(explanations.map(describeProblems))];
  const [best, second] = [...explanations].sort((a, b) => a.length - b.length);
  const isBest = alternatives.length === 1 || best?.length !== second?.length;
  if (best && best.length > 0 && isBest) return best;
  const message = `must meet one of: (${alternatives.join(") or (")})`;
  return message.length > MAX_EXPLANATION ? [none] : [problem(path, message, error.keyword)];
}

/** Returns a predicate for errors about the type of the union's value. */
function isOfType(union: OutputUnit): (error: OutputUnit) => boolean {
  return ({ keyword, instanceLocation }) =>
    keyword === "type" && instanceLocation === union.instanceLocation;
}

/** Returns the property whose value distinguishes the branches. */
function findDiscriminator(branches: readonly Branch[]): string | undefined {
  const [first] = branches;
  return Object.keys(first?.schema.properties ?? {}).find((name) =>
    branches.every(({ schema }) => valuesOf(schema, name) !== undefined),
  );
}

/** Returns the values that a schema, or one of its properties, allows. */
function valuesOf(schema: Schema, property?: string): readonly unknown[] | undefined {
  const limited = property === undefined ? schema : schema.properties?.[property];
  if (!isRecord(limited)) return undefined;
  if ("const" in limited) return [limited.const];
  return Array.isArray(limited.enum) ? limited.enum : undefined;
}
