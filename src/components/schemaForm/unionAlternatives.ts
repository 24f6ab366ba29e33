import { isRecord } from "../../protocol/isRecord.ts";
import { humanize } from "../../selectors/humanize.ts";
import { visibleTextOf } from "../../selectors/visibleText.ts";
import type { ClosedFieldState, ConstFieldState, FieldState } from "./fieldState.ts";
import type { ResolvedSchema } from "./resolveSchema.ts";

/** Returns the state of an alternative that is not chosen: its fields are created when the user chooses it. */
export function closeAlternative(
  preview: FieldState,
  open: ClosedFieldState["open"],
): ClosedFieldState {
  const { label, isRequired, isNullable } = preview;
  const info = { label, isRequired, isNullable, hint: undefined, problems: [] };
  return { ...info, kind: "closed", value: undefined, open };
}

/** Marks the constant that names an alternative (`type: "card"`). */
export function withNamingConstant(field: FieldState, label: string | undefined): FieldState {
  if (field.kind === "closed") {
    return { ...field, open: (budget) => withNamingConstant(field.open(budget), label) };
  }
  if (field.kind !== "object" || label === undefined) return field;
  const properties = field.properties.map((property) =>
    property.field.kind === "const" && labelOfConstant(property.field) === label
      ? { ...property, field: { ...property.field, namesAlternative: true } }
      : property,
  );
  return { ...field, properties };
}

/** Rates how well a value matches the schema of an alternative; negative when it does not match. */
export function rateMatch(resolved: ResolvedSchema | undefined, value: unknown): number {
  if (!resolved) return -1;
  const { type, properties, required } = resolved.schema;
  if (!isRecord(value)) return type === "object" || properties ? -1 : 0;
  if (!isRecord(properties)) return -1;
  let score = 0;
  for (const [name, property] of Object.entries(properties)) {
    const constant = isRecord(property) && "const" in property ? property.const : undefined;
    if (constant !== undefined && Object.hasOwn(value, name) && value[name] !== constant) return -1;
    if (Object.hasOwn(value, name)) score += 1;
  }
  const isComplete = [required].flat().every((name) => !name || Object.hasOwn(value, name));
  return isComplete ? score + 1 : score;
}

/** Returns the label of an alternative without a title: its constant (`type: "card"`), or the name of its definition. */
export function nameAlternative(source: unknown, field: FieldState): string | undefined {
  const label = findConstantLabel(field);
  if (label !== undefined) return label;
  const reference = isRecord(source) && typeof source.$ref === "string" ? source.$ref : "";
  return labelOfName(reference.slice(reference.lastIndexOf("/") + 1));
}

function findConstantLabel(field: FieldState): string | undefined {
  const children = field.kind === "object" ? field.properties : [];
  return children
    .map((child) => child.field.kind === "const" && labelOfConstant(child.field))
    .find((label) => typeof label === "string");
}

function labelOfConstant({ value }: ConstFieldState): string | undefined {
  return typeof value === "string" ? labelOfName(value) : undefined;
}

/** Returns the label for a name in a schema; `undefined` for an empty one. */
function labelOfName(name: string): string | undefined {
  const label = humanize(name);
  return label === "" ? undefined : visibleTextOf(label, "name");
}
