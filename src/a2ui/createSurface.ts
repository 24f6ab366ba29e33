import { batchWrite, ComponentModel, SurfaceModel } from "@a2ui/web_core/v0_9";
import { isEqual } from "../reducer/replaceEqualDeep.ts";
import { canWrite, type DataWrite, type SurfaceState } from "./buildSurface.ts";
import type { A2uiComponent, SurfaceCatalog } from "./catalog.ts";
import type { ComponentDefinition } from "./checkComponent.ts";
import { ROOT } from "./countComponents.ts";

/** A surface that is rendered: its components, and its data with what the user has entered. */
export interface Surface {
  readonly model: SurfaceModel<A2uiComponent>;
  readonly catalog: SurfaceCatalog;
  /** Applies what is new in a state. Components that the state lacks stay, so that a refused message costs nothing. */
  update(state: SurfaceState): void;
  /** Returns a component, which keeps its identity while its type does not change. */
  getComponent(id: string): ComponentModel | undefined;
  /** Returns true when there is something to show. */
  isReady(): boolean;
  /** Calls a listener when components are added or change their type. */
  subscribe(listener: () => void): () => void;
}

/** Creates a surface with a first state. */
export function createSurface(
  catalog: SurfaceCatalog,
  surfaceId: string,
  state: SurfaceState,
): Surface {
  const model = new SurfaceModel(surfaceId, catalog.model);
  const { componentsModel, dataModel } = model;
  const listeners = new Set<() => void>();
  const definitions = new Map<string, ComponentDefinition>();
  let writes: readonly DataWrite[] = [];

  const setData = dataModel.set.bind(dataModel);
  // Components write too, to paths that the agent chose.
  dataModel.set = (path, value) => (canWrite(dataModel, path) ? setData(path, value) : dataModel);

  function updateData(next: readonly DataWrite[]): void {
    const isSame = (write: DataWrite | undefined, index: number) =>
      write !== undefined &&
      write.path === writes[index]?.path &&
      isEqual(write.value, writes[index]?.value);
    const firstNew = next.findIndex((write, index) => !isSame(write, index));
    const isRewound = firstNew === -1 && next.length < writes.length;
    const added = isRewound ? next : firstNew === -1 ? [] : next.slice(firstNew);
    writes = next;
    batchWrite(() => {
      // The conversation was taken back to an earlier moment.
      if (isRewound) setData("/", {});
      for (const { path, value } of added) setData(path, structuredClone(value));
    });
  }

  function updateComponent(definition: ComponentDefinition): boolean {
    const { id, type, properties } = definition;
    if (definitions.get(id) === definition) return false;
    definitions.set(id, definition);
    const existing = componentsModel.get(id);
    if (existing?.type === type) {
      existing.properties = { ...properties };
      return false;
    }
    if (existing) componentsModel.removeComponent(id);
    componentsModel.addComponent(new ComponentModel(id, type, { ...properties }));
    return true;
  }

  function apply({ components, writes: next }: SurfaceState): boolean {
    updateData(next);
    // Every component is updated, so that `some` must not stop at the first.
    return [...components.values()].filter(updateComponent).length > 0;
  }

  apply(state);
  return {
    model,
    catalog,
    update(next) {
      if (next.isTooLarge) return;
      if (apply(next)) for (const listener of [...listeners]) listener();
    },
    getComponent: (id) => componentsModel.get(id),
    isReady: () => componentsModel.get(ROOT) !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
