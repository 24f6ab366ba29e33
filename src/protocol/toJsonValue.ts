import { AgentKitError } from "./errors.ts";
import type { IssueKind } from "./issue.ts";
import { notJson, tooDeep } from "./issueCodes.ts";
import { MAX_JSON_DEPTH, truncatedJson } from "./jsonDepth.ts";

/** Receives a fault of a value, with the path of the faulty part. */
type ReportFault = (kind: IssueKind, path: string) => void;

/** Marks an item of an object that JSON leaves out. */
const ABSENT = Symbol("absent");

/**
 * Returns a value as JSON would transmit it, at most 512 levels deep. Returns the value itself, with the same
 * identity of all parts, when nothing is to change. Fields that are `undefined` stay: JSON leaves them out.
 *
 * Values of agents that run in the page may be no JSON: a BigInt becomes a number, or a text when it is too large for
 * a number; a date becomes its text; functions, symbols and containers inside themselves are left out. Levels below
 * the bound are replaced by their JSON text.
 */
export function toJsonValue(value: unknown, report: ReportFault): unknown {
  const converted = convert(value, { report, ancestors: [], path: [] });
  return converted === ABSENT ? undefined : converted;
}

/**
 * Throws when a value of the application cannot be sent as JSON: it is nested in more than 512 levels, contains a
 * BigInt, or contains itself. Skips parts that are identical in `checked`.
 *
 * @param subject - Name of the option or parameter, for the message.
 * @throws AgentKitError `invalid-argument`
 */
export function assertJson(value: unknown, subject: string, checked?: unknown): void {
  assertBelow(value, checked, MAX_JSON_DEPTH, subject);
}

interface Conversion {
  readonly report: ReportFault;
  /** Containers around the value, outermost first. */
  readonly ancestors: object[];
  /** Keys that lead to the value. */
  readonly path: string[];
}

function convert(value: unknown, conversion: Conversion): unknown {
  switch (typeof value) {
    case "object":
      return value === null ? null : convertContainer(value, conversion);
    case "number":
      return Number.isFinite(value) ? value : refuse(conversion, null);
    case "bigint":
      return refuse(conversion, toNumber(value));
    case "function":
    case "symbol":
      return refuse(conversion, ABSENT);
  }
  return value;
}

/** Returns a BigInt as a number, or as a text when a number would not be exact. */
function toNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function convertContainer(value: object, conversion: Conversion): unknown {
  const { ancestors, path, report } = conversion;
  if (ancestors.includes(value)) return refuse(conversion, ABSENT);
  if (ancestors.length === MAX_JSON_DEPTH) {
    if (Object.keys(value).length === 0) return value;
    // Depth is a property of the whole value, so only its first key identifies it.
    report(tooDeep, path[0] ?? "");
    return truncatedJson(value);
  }
  const plain = isPlain(value) ? value : refuse(conversion, toPlain(value));
  if (typeof plain !== "object" || plain === null) return plain;
  ancestors.push(value);
  const converted = Array.isArray(plain)
    ? convertItems(plain, conversion)
    : convertFields(plain, conversion);
  ancestors.pop();
  return converted;
}

function convertItems(items: readonly unknown[], conversion: Conversion): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const converted = convertAt(items[at], String(at), conversion);
    if (Object.is(converted, items[at])) continue;
    copy ??= items.slice();
    // A list has no gaps.
    copy[at] = converted === ABSENT ? null : converted;
  }
  return copy ?? items;
}

function convertFields(fields: object, conversion: Conversion): object {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const field: unknown = Reflect.get(fields, key);
    const converted = convertAt(field, key, conversion);
    if (Object.is(converted, field)) continue;
    copy ??= { ...fields };
    if (converted === ABSENT) delete copy[key];
    // Spreading has made every key an own property, `__proto__` too.
    else Object.defineProperty(copy, key, { value: converted });
  }
  return copy ?? fields;
}

function convertAt(value: unknown, key: string, conversion: Conversion): unknown {
  // Nearly all values are text, which needs no path.
  if (typeof value === "string") return value;
  conversion.path.push(key);
  const converted = convert(value, conversion);
  conversion.path.pop();
  return converted;
}

/** Reports that a value is no JSON, and returns its replacement. */
function refuse<T>({ report, path }: Conversion, replacement: T): T {
  report(notJson, path.join("."));
  return replacement;
}

/** Returns true for objects and arrays, also of another realm, and for instances of a class without a special type. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  // Most objects come from `JSON.parse`. A `toJSON` among their fields is no function.
  if (Object.getPrototypeOf(value) === Object.prototype && !("toJSON" in value)) return true;
  const type = Object.prototype.toString.call(value);
  return type === "[object Object]" && typeof Reflect.get(value, "toJSON") !== "function";
}

/** Returns what `JSON.stringify` writes for a date, a map, or an instance of a class. */
function toPlain(value: object): unknown {
  try {
    const toJson: unknown = Reflect.get(value, "toJSON");
    if (typeof toJson !== "function") return { ...value };
    const json: unknown = toJson.call(value);
    return typeof json === "object" && json !== null && !isPlain(json) ? { ...json } : json;
  } catch {
    return null;
  }
}

function assertBelow(value: unknown, checked: unknown, levels: number, subject: string): void {
  if (typeof value === "bigint") {
    throw refused(
      subject,
      "contains a BigInt, which JSON has not",
      "Convert it to a number or a text",
    );
  }
  if (typeof value !== "object" || value === null || Object.is(value, checked)) return;
  if (levels === 0) {
    const reason = `is nested in more than ${MAX_JSON_DEPTH} levels, or contains itself`;
    throw refused(subject, reason, "Pass a flatter value");
  }
  const before: object = Object(checked);
  for (const [key, item] of Object.entries(value)) {
    assertBelow(item, Object.hasOwn(before, key) && Reflect.get(before, key), levels - 1, subject);
  }
}

function refused(subject: string, reason: string, advice: string): AgentKitError {
  return new AgentKitError(
    "invalid-argument",
    `\`${subject}\` ${reason}, so it cannot be sent to the agent. ${advice}.`,
  );
}
