import type { FieldState } from "../fieldState.ts";

/** Names of the properties that lead from the root of a form to a field. */
export type FieldPath = readonly string[];

/** Returns the path that a scope points to: `#/properties/a/properties/b`. Undefined for any other text. */
export function parseScope(scope: unknown): FieldPath | undefined {
  if (typeof scope !== "string") return undefined;
  const [start, ...segments] = scope.split("/");
  if (start !== "#" || segments.length === 0 || segments.length % 2 !== 0) return undefined;
  if (segments.some((segment, index) => index % 2 === 0 && segment !== "properties"))
    return undefined;
  return segments.filter((_, index) => index % 2 === 1).map(decodeSegment);
}

function decodeSegment(segment: string): string {
  const unescaped = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped;
  }
}

/** Returns the field at a path; undefined when there is none, as inside a closed section. */
export function fieldAt(root: FieldState, path: FieldPath): FieldState | undefined {
  let field: FieldState | undefined = root;
  for (const name of path)
    field =
      field?.kind === "object"
        ? field.properties.find((property) => property.name === name)?.field
        : undefined;
  return field;
}

/** Returns the form with another state of the field at a path. The problems of the objects around it are removed. */
export function updateAt(
  root: FieldState,
  [name, ...rest]: FieldPath,
  update: (field: FieldState) => FieldState,
): FieldState {
  if (name === undefined) return update(root);
  if (root.kind !== "object") return root;
  const properties = root.properties.map((property) =>
    property.name === name
      ? { ...property, field: updateAt(property.field, rest, update) }
      : property,
  );
  return { ...root, properties, problems: [] };
}

/**
 * Returns the form without the fields at some paths, and without the objects that have nothing left.
 *
 * @param paths - Paths of existing fields, none of them empty.
 */
export function withoutFields(root: FieldState, paths: readonly FieldPath[]): FieldState {
  if (root.kind !== "object" || paths.length === 0) return root;
  const properties = root.properties.flatMap((property) => {
    const inner = paths.filter(([name]) => name === property.name);
    if (inner.some((path) => path.length === 1)) return [];
    const field = withoutFields(
      property.field,
      inner.map((path) => path.slice(1)),
    );
    return inner.length > 0 && isEmpty(field) ? [] : [{ ...property, field }];
  });
  return { ...root, properties };
}

/** True for an object that shows nothing but its name. */
function isEmpty(field: FieldState): boolean {
  return (
    field.kind === "object" &&
    field.properties.length === 0 &&
    field.problems.length === 0 &&
    Object.keys(field.extraProperties).length === 0
  );
}
