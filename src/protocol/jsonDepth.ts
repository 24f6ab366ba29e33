/**
 * Number of levels of objects and arrays that a thread stores, sends and renders. `JSON.stringify`,
 * `structuredClone` and renderers are recursive, and exhaust the stack at some thousand levels.
 */
export const MAX_JSON_DEPTH = 512;

/** Key of the object that replaces the levels below the bound. The value is their JSON text. */
const TRUNCATED = "agui-kit.truncated";

/** Returns true when objects and arrays are nested in more than `levels` levels. */
export function isTooDeep(value: unknown, levels: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) if (isTooDeep(item, levels - 1)) return true;
  return false;
}

/** Returns true when levels of a value cannot be shown: they are too deep, or were replaced by their text. */
export function hasHiddenLevels(value: unknown, levels: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0 || typeof Reflect.get(value, TRUNCATED) === "string") return true;
  for (const item of Object.values(value)) if (hasHiddenLevels(item, levels - 1)) return true;
  return false;
}

/** Creates the object that replaces a value below the bound. */
export function truncatedJson(value: unknown): Readonly<Record<string, string>> {
  return { [TRUNCATED]: jsonTextOf(value) };
}

/** A container that is being written, with the position of its next entry. */
interface OpenContainer {
  readonly value: object;
  /** Keys of an object; undefined for an array. */
  readonly keys: readonly string[] | undefined;
  position: number;
}

/**
 * Writes a value of any depth as JSON, with the replaced levels at their positions. Leaves out what JSON cannot
 * represent, and containers inside themselves.
 */
export function jsonTextOf(value: unknown): string {
  const open: OpenContainer[] = [];
  // Containers on the path to the current value.
  const ancestors = new Set<object>();
  let text = "";

  const write = (item: unknown) => {
    if (typeof item !== "object" || item === null) {
      text += typeof item === "bigint" ? `${item}` : (JSON.stringify(item) ?? "null");
      return;
    }
    const truncated: unknown = Reflect.get(item, TRUNCATED);
    if (typeof truncated === "string") text += truncated;
    else if (ancestors.has(item)) text += "null";
    else {
      ancestors.add(item);
      open.push({
        value: item,
        keys: Array.isArray(item) ? undefined : Object.keys(item),
        position: 0,
      });
      text += Array.isArray(item) ? "[" : "{";
    }
  };

  write(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { value: container, keys, position } = last;
    const length = keys ? keys.length : Object(container).length;
    if (position === length) {
      text += keys ? "}" : "]";
      ancestors.delete(container);
      open.pop();
    } else {
      const key = keys?.[position] ?? String(position);
      if (position > 0) text += ",";
      if (keys) text += `${JSON.stringify(key)}:`;
      last.position += 1;
      write(Reflect.get(container, key));
    }
  }
  return text;
}

/** Writes a value as `JSON.stringify` does, and also one that is nested too deeply for it. */
export function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonTextOf(value);
  }
}

/** Returns the value of a JSON text, or the text itself when it is no JSON or nested too deeply. */
export function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? text : value;
  } catch {
    return text;
  }
}
