import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { isRecord } from "../../protocol/isRecord.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { mustBeOfType, mustBeOneOf, problem } from "./errorMessages.ts";
import { type Checked, resolve, type SchemaLocation } from "./schemaPath.ts";
import { describeProblems } from "./validate.ts";

interface Branch {
  readonly schema: Schema;
  readonly errors: readonly OutputUnit[];
}

/**
 * Says why a value is none of the kinds `anyOf` or `oneOf` offer: what is wrong with the kind it
 * plainly means to be, by a constant of that kind or by its type, else what would make it one.
 *
 * @param below - The errors of all branches.
 */
export function explainUnion(
  place: SchemaLocation,
  below: readonly OutputUnit[],
  checked: Checked,
  explain: (errors: readonly OutputUnit[]) => readonly SchemaProblem[],
): readonly SchemaProblem[] {
  const { error, path, value } = place;
  const schemas: readonly unknown[] = place.schema[error.keyword] ?? [];
  const branches = schemas.map((schema, index) => ({
    schema: resolve(schema, checked),
    errors: below.filter(({ keywordLocation }) =>
      `${keywordLocation}/`.startsWith(`${error.keywordLocation}/${index}/`),
    ),
  }));
  if (error.keyword === "oneOf" && branches.filter(({ errors }) => !errors.length).length > 1) {
    return [problem(path, "is more than one of the kinds it could be", error.keyword)];
  }

  const listed = branches.map(({ schema }) => valuesOf(schema));
  if (listed.every((values) => values !== undefined)) return [mustBeOneOf(path, listed.flat())];

  const fitting = branches.filter(({ errors }) => !errors.some(isOfType(error)));
  const types = branches.flatMap(({ schema }) => schema.type ?? []);
  if (fitting.length === 0 && types.length > 0) return [mustBeOfType(path, [...new Set(types)])];

  const telling = fitting.length > 1 ? discriminator(fitting) : undefined;
  if (telling !== undefined) {
    const told = isRecord(value) ? value[telling] : undefined;
    const means = fitting.find(({ schema }) => valuesOf(schema, telling)?.includes(told));
    if (means) return explain(means.errors);
    const values = fitting.flatMap(({ schema }) => valuesOf(schema, telling) ?? []);
    return [mustBeOneOf([...path, telling], values)];
  }

  const [best, second] = fitting
    .map(({ errors }) => explain(errors))
    .sort((a, b) => a.length - b.length);
  if (best && best.length > 0 && best.length !== second?.length) return best;
  const ways = fitting.map(({ errors }) => describeProblems(explain(errors)));
  return [problem(path, `must meet one of: (${ways.join(") or (")})`, error.keyword)];
}

/** Whether an error says that the value of the union itself is of another type. */
function isOfType(union: OutputUnit): (error: OutputUnit) => boolean {
  return ({ keyword, instanceLocation }) =>
    keyword === "type" && instanceLocation === union.instanceLocation;
}

/** The property by whose value each branch can be told from the others. */
function discriminator(branches: readonly Branch[]): string | undefined {
  const [first] = branches;
  return Object.keys(first?.schema.properties ?? {}).find((name) =>
    branches.every(({ schema }) => valuesOf(schema, name) !== undefined),
  );
}

/** The values a schema, or one of its properties, is limited to. */
function valuesOf(schema: Schema, property?: string): readonly unknown[] | undefined {
  const limited = property === undefined ? schema : schema.properties?.[property];
  if (!isRecord(limited)) return undefined;
  return "const" in limited ? [limited.const] : (limited.enum as unknown[] | undefined);
}
