import { DataModel } from "@a2ui/web_core/v0_9";
import { isRecord } from "../protocol/isRecord.ts";
import type { SurfaceCatalog } from "./catalog.ts";
import { type ComponentDefinition, checkComponent, isForbiddenPath } from "./checkComponent.ts";
import { countComponents, MAX_COMPONENTS, ROOT } from "./countComponents.ts";
import type { Operation } from "./operations.ts";

/** A value that the agent has written into the data of a surface. */
export interface DataWrite {
  readonly path: string;
  readonly value: unknown;
}

/** A surface as its messages describe it. */
export interface SurfaceState {
  readonly components: ReadonlyMap<string, ComponentDefinition>;
  readonly writes: readonly DataWrite[];
  /** True when there is something to show: the component at the top has arrived. */
  readonly isReady: boolean;
  /** True when all messages were refused together. */
  readonly isTooLarge: boolean;
  /** The first message that was refused, as a sentence for developers. */
  readonly problem: string | undefined;
}

/**
 * Applies the messages of a surface in order. A message with an invalid part is refused as a whole, and the next one
 * applies to what was there before. Messages that make the surface too large are all refused.
 */
export function buildSurface(
  catalog: SurfaceCatalog,
  operations: readonly Operation[],
): SurfaceState {
  let components: ReadonlyMap<string, ComponentDefinition> = new Map();
  let problem: string | undefined;
  const writes: DataWrite[] = [];
  const data = new DataModel({});
  for (const operation of operations) {
    if (operation.type === "components") {
      const next = new Map(components);
      const refusal = operation.components
        .map((raw) => {
          const { definition, problem: fault } = checkComponent(
            catalog,
            raw,
            (id) => next.get(id)?.type,
          );
          if (definition) next.set(definition.id, definition);
          return fault;
        })
        .find((fault) => fault !== undefined);
      if (refusal === undefined) components = next;
      problem ??= refusal;
    } else if (operation.type === "data") {
      const refusal = write(data, operation);
      if (refusal === undefined) writes.push(operation);
      problem ??= refusal;
    }
  }
  if (countComponents(catalog, components, data) > MAX_COMPONENTS) {
    problem = `The surface has more than ${MAX_COMPONENTS} components.`;
    return { components: new Map(), writes: [], isReady: false, isTooLarge: true, problem };
  }
  return { components, writes, isReady: components.has(ROOT), isTooLarge: false, problem };
}

/** Writes data; returns the reason when the data refuse the value. */
function write(data: DataModel, { path, value }: DataWrite): string | undefined {
  if (!canWrite(data, path)) return `The data have no path "${path}".`;
  try {
    data.set(path, structuredClone(value));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Largest index at which a write makes a list. A list is as long as its largest index, whatever it has before. */
const MAX_NEW_INDEX = 20_000;

/** Returns false for a path that leads to the objects of the page, or that would make an endless list. */
export function canWrite(data: Pick<DataModel, "get">, path: string): boolean {
  if (isForbiddenPath(path)) return false;
  const segments = path.split("/");
  return segments.every((segment, position) => {
    if (!/^\d+$/.test(segment) || Number(segment) <= MAX_NEW_INDEX) return true;
    return isRecord(data.get(segments.slice(0, position).join("/")));
  });
}
