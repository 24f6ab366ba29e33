import type { ComponentApi } from "@a2ui/web_core/v0_9";
import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import type { RawComponent } from "./operations.ts";
import { renameProperties } from "./renameProperties.ts";

/** A component that fits the catalog. Keeps its identity as long as the agent's component. */
export interface ComponentDefinition {
  readonly id: string;
  readonly type: string;
  readonly properties: UnknownRecord;
}

/** A component that fits the catalog, or the reason why it does not. */
type CheckedComponent =
  | { readonly definition: ComponentDefinition; readonly problem?: never }
  | { readonly definition?: never; readonly problem: string };

/** Most levels of a property. Deeper values would exhaust the stack of what reads them. */
const MAX_LEVELS = 30;

/** Names that lead from data to the objects of the page. */
const FORBIDDEN_SEGMENT = /(?:^|\/)(?:__proto__|constructor|prototype)(?:\/|$)/;

const checkedComponents = new WeakMap<SurfaceCatalog, WeakMap<RawComponent, CheckedComponent>>();

/**
 * Gives a component the names of the catalog and validates its properties. Unknown properties are left out, because
 * nothing depends on them. A type that the catalog does not have passes: its place shows a note.
 *
 * @param typeOf - Returns the type of the component that has an id, for an update without a type.
 */
export function checkComponent(
  catalog: SurfaceCatalog,
  raw: RawComponent,
  typeOf: (id: string) => string | undefined,
): CheckedComponent {
  const cached = checkedComponents.get(catalog) ?? new WeakMap<RawComponent, CheckedComponent>();
  checkedComponents.set(catalog, cached);
  const existing = cached.get(raw);
  if (existing) return existing;
  const inherited = raw.component === undefined && typeof raw.id === "string" && typeOf(raw.id);
  const checked = check(catalog, inherited ? { ...raw, component: inherited } : raw);
  if (!inherited) cached.set(raw, checked);
  return checked;
}

function check(catalog: SurfaceCatalog, raw: RawComponent): CheckedComponent {
  const { id, component: type, properties } = renameProperties(raw);
  if (typeof id !== "string" || id === "") return { problem: "A component has no `id`." };
  if (typeof type !== "string") return { problem: `The component "${id}" has no \`component\`.` };
  const unsafe = findUnsafe(properties);
  if (unsafe !== undefined) return { problem: `The component "${id}" ${unsafe}.` };
  const api = catalog.model.components.get(type);
  if (!api) return { definition: { id, type, properties } };
  const [valid, problem] = validate(api, properties);
  return valid
    ? { definition: { id, type, properties: valid } }
    : { problem: `The component "${id}" is no valid ${type}: ${problem}.` };
}

/** Returns the properties that the schema knows, or the first problem of one of them. */
function validate(
  { schema }: ComponentApi,
  properties: UnknownRecord,
): [valid: UnknownRecord | undefined, problem?: string] {
  const result = schema.safeParse(properties);
  if (result.success) return [properties];
  const unknown = new Set<string>();
  for (const issue of result.error.issues) {
    const { code, path, message } = issue;
    if (code !== "unrecognized_keys" || path.length > 0)
      return [undefined, `${path.join(".") || "its properties"}: ${message}`];
    for (const key of issue.keys) unknown.add(key);
  }
  return [Object.fromEntries(Object.entries(properties).filter(([key]) => !unknown.has(key)))];
}

/** Returns the reason why a value must not be rendered. */
function findUnsafe(value: unknown, level = 0): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (level > MAX_LEVELS) return "is nested too deeply";
  if (isRecord(value) && typeof value.path === "string" && isForbiddenPath(value.path))
    return `refers to the path "${value.path}"`;
  for (const inner of Object.values(value)) {
    const problem = findUnsafe(inner, level + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** True for a path of data that a surface must not read or write. */
export function isForbiddenPath(path: string): boolean {
  return FORBIDDEN_SEGMENT.test(path);
}
