import { isRecord } from "../../protocol/isRecord.ts";
import type { JsonSchema, SchemaProblem } from "../../protocol/jsonSchema.ts";
import { checkSchema } from "../../store/jsonSchema/schemaCheck.ts";
import { inside } from "./fieldErrors.ts";
import type { Branch, BranchesEntry, Entry } from "./fieldState.ts";

/**
 * Says what is wrong with the kinds the person has chosen. To a check, a value that is of no kind
 * could still have become any of them, so what it says may be about another one.
 *
 * @param value - What the entry stands for, with the problems found in it.
 */
export async function errorsOfChosenBranch(
  entry: Entry,
  value: unknown,
  problems: readonly SchemaProblem[],
  root: JsonSchema,
): Promise<readonly SchemaProblem[]> {
  if (problems.length === 0) return problems;
  switch (entry.kind) {
    case "object": {
      const fields = isRecord(value) ? value : {};
      const parts = entry.properties.map(({ name, entry: part }) => ({
        key: name,
        entry: part,
        value: Object.hasOwn(fields, name) ? fields[name] : undefined,
      }));
      return aboutParts(parts, problems, root);
    }
    case "list": {
      const items: readonly unknown[] = Array.isArray(value) ? value : [];
      const parts = entry.rows.map((row, key) => ({ key, entry: row.entry, value: items[key] }));
      return aboutParts(parts, problems, root);
    }
    case "branches": {
      const chosen = entry.branches[entry.chosen];
      if (!chosen) return problems;
      const about = await aboutBranch(entry, chosen, value, problems, root);
      return errorsOfChosenBranch(chosen.entry, value, about, root);
    }
    default:
      return problems;
  }
}

interface Part {
  readonly key: string | number;
  readonly entry: Entry;
  readonly value: unknown;
}

async function aboutParts(
  parts: readonly Part[],
  problems: readonly SchemaProblem[],
  root: JsonSchema,
): Promise<readonly SchemaProblem[]> {
  const keys = new Set(parts.map(({ key }) => String(key)));
  const about = problems.filter(({ path: [key] }) => key === undefined || !keys.has(String(key)));
  for (const { key, entry, value } of parts) {
    const found = await errorsOfChosenBranch(entry, value, inside(String(key), problems), root);
    about.push(...found.map((problem) => ({ ...problem, path: [key, ...problem.path] })));
  }
  return about;
}

/** Only what a schema says is said anew: whoever finds something else wrong knows what it is about. */
async function aboutBranch(
  { beside }: BranchesEntry,
  { source }: Branch,
  value: unknown,
  problems: readonly SchemaProblem[],
  root: JsonSchema,
): Promise<readonly SchemaProblem[]> {
  const others = problems.filter(({ code }) => code === undefined);
  if (others.length === problems.length) return problems;
  const check = checkSchema(schemaOfBranch(source, beside, root), value);
  // A validator that cannot be loaded is no reason to lose what has been found without it.
  const found = await check.catch(() => []);
  // A kind that is met is not the only one that is, or something around it finds fault with it.
  return found.length > 0 ? [...others, ...found] : problems;
}

/** The schema of one kind and what is said beside the union, apart from where they stand. */
function schemaOfBranch(source: unknown, beside: JsonSchema, root: JsonSchema): JsonSchema {
  // What a kind that is not met names counts as not evaluated, which would say everything twice.
  const { allOf, unevaluatedProperties, unevaluatedItems, ...around } = beside;
  const all = [...(Array.isArray(allOf) ? allOf : []), source];
  return {
    ...(moved(around) as JsonSchema),
    allOf: moved(all),
    $defs: { root: moved(root) },
    ...(root.$schema !== undefined && { $schema: root.$schema }),
  };
}

/**
 * A copy whose references into the document lead to where its root is now. Addresses are left out, as
 * they would be there twice, and what is below one is found from the root like everything else.
 */
function moved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moved);
  if (!isRecord(schema)) return schema;
  const fields = Object.entries(schema).filter(
    ([key, value]) => !(key === "$id" && typeof value === "string"),
  );
  return Object.fromEntries(
    fields.map(([key, value]) => {
      const isLocal = key === "$ref" && typeof value === "string" && /^#(\/|$)/.test(value);
      return [key, isLocal ? `#/$defs/root${value.slice(1)}` : moved(value)];
    }),
  );
}
