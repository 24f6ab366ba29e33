import type { DataModel } from "@a2ui/web_core/v0_9";
import { isRecord } from "../protocol/isRecord.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import type { ComponentDefinition } from "./checkComponent.ts";

/** Id of the component at the top of a surface. */
export const ROOT = "root";

/** Most components of a surface, counting each position of a component that has several. */
export const MAX_COMPONENTS = 20_000;

/** Most components above each other. */
const SURFACE_DEPTH = 100;

/** A position in the tree of a surface. */
export interface TreePosition {
  readonly id: string;
  /** Path of the data that the component's own paths begin at. */
  readonly basePath: string;
  readonly parent: TreePosition | undefined;
  readonly depth: number;
}

/** True for a position that has the same component with the same data above it, or that is too deep. */
export function isEndless({ id, basePath, parent, depth }: TreePosition): boolean {
  if (depth > SURFACE_DEPTH) return true;
  for (let above = parent; above; above = above.parent)
    if (above.id === id && above.basePath === basePath) return true;
  return false;
}

/**
 * Counts the components that a surface would render, up to one more than the limit. A small definition may have any
 * number: a component may be the child of several, and a template has one for each item of a list.
 */
export function countComponents(
  catalog: SurfaceCatalog,
  components: ReadonlyMap<string, ComponentDefinition>,
  data: Pick<DataModel, "get">,
): number {
  let count = 0;
  const visit = (position: TreePosition): void => {
    const definition = components.get(position.id);
    if (!definition || count > MAX_COMPONENTS || isEndless(position)) return;
    count += 1;
    const addChild = (id: unknown, basePath = position.basePath): void => {
      if (typeof id !== "string" || count > MAX_COMPONENTS) return;
      visit({ id, basePath, parent: position, depth: position.depth + 1 });
    };
    for (const [key, field] of catalog.childFields(definition.type)) {
      const value = definition.properties[key];
      if (field.kind === "single") addChild(value);
      else if (Array.isArray(value)) {
        for (const item of value) {
          if (field.kind === "list") addChild(isRecord(item) ? item.componentId : item);
          else if (isRecord(item)) for (const name of field.keys) addChild(item[name]);
        }
      } else if (isRecord(value) && typeof value.path === "string") {
        const path = resolvePath(value.path, position.basePath);
        const items = data.get(path);
        const length = Array.isArray(items) ? items.length : 0;
        for (let index = 0; index < length && count <= MAX_COMPONENTS; index++)
          addChild(value.componentId, `${path === "/" ? "" : path}/${index}`);
      }
    }
  };
  visit({ id: ROOT, basePath: "/", parent: undefined, depth: 0 });
  return count;
}

/** Resolves a path of data against the path of the component. */
function resolvePath(path: string, basePath: string): string {
  if (path.startsWith("/")) return path;
  if (path === "" || path === ".") return basePath;
  return `${basePath === "/" ? "" : basePath.replace(/\/$/, "")}/${path}`;
}
