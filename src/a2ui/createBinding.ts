import { ComponentContext, type ComponentModel, GenericBinder } from "@a2ui/web_core/v0_9";
import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";
import type { A2uiComponent } from "./catalog.ts";
import type { Surface } from "./createSurface.ts";
import { runAction } from "./functions.ts";

/** The properties of a component with the current values of what they refer to. */
interface Binding {
  readonly context: ComponentContext;
  /** Returns the properties; the same object while they are equal. */
  getProps(): UnknownRecord;
  subscribe(listener: () => void): () => void;
}

/** Binds a component to the data of its surface. Does nothing until it has a subscriber. */
export function createBinding(
  { model }: Surface,
  { schema }: A2uiComponent,
  component: ComponentModel,
  basePath: string,
): Binding {
  const context = new ComponentContext(model, component.id, basePath);
  const binder = new GenericBinder<UnknownRecord>(context, schema);
  let { properties } = component;
  let latest = binder.snapshot;
  let props = readProps(latest, properties);
  return {
    context,
    getProps() {
      const { snapshot } = binder;
      if (snapshot === latest) return props;
      latest = snapshot;
      const next = readProps(snapshot, component.properties);
      // The binder makes new setters each time. They write to the same place while the agent's component is the same.
      const isSame = properties === component.properties && isSameValue(props, next);
      properties = component.properties;
      if (!isSame) props = next;
      return props;
    },
    subscribe(listener) {
      const subscription = binder.subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };
}

/** Properties that the binder adds to those of the agent. */
const ADDED = new Set(["isValid", "validationErrors"]);

/** Returns the properties without those that an update has removed, which the binder keeps. */
function readProps(snapshot: UnknownRecord, properties: UnknownRecord): UnknownRecord {
  return Object.fromEntries(
    Object.entries(snapshot).flatMap(([key, value]): [string, unknown][] => {
      if (!isAction(value)) return key in properties || ADDED.has(key) ? [[key, value]] : [];
      if (key in properties) return [[key, asUserAction(value)]];
      return key.startsWith("set") ? [[key, value]] : [];
    }),
  );
}

function isAction(value: unknown): value is () => void {
  return typeof value === "function";
}

/** Actions by the functions of the binder. */
const actions = new WeakMap<() => void, () => void>();

function asUserAction(action: () => void): () => void {
  const cached = actions.get(action) ?? (() => runAction(action));
  actions.set(action, cached);
  return cached;
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (isAction(a) && isAction(b))) return true;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isSameValue(item, b[index]))
    );
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]))
  );
}
