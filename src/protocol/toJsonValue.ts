import { AgentKitError } from "./errors.ts";
import { isRecord } from "./isRecord.ts";
import type { IssueKind } from "./issue.ts";
import { notJson, tooDeep } from "./issueCodes.ts";
import { MAX_JSON_DEPTH, truncatedJson } from "./jsonDepth.ts";

/** Receives a fault of a value: its kind, and the path of the faulty part. */
type ReportFault = (kind: IssueKind, path: string) => void;

/** Result of a conversion for a value that JSON leaves out, such as a function. */
const ABSENT = Symbol("absent");

/**
 * Returns a value as JSON would transmit it, at most 512 levels deep; deeper levels are replaced by their JSON text.
 * Unchanged parts keep their identity. Fields that are `undefined` stay, because `JSON.stringify` leaves them out.
 *
 * An agent in the page may yield values that are not JSON:
 *
 * | value | becomes |
 * | --- | --- |
 * | BigInt | a number, or a text when it is too large for a number |
 * | `NaN` or an infinite number | null |
 * | date | its text |
 * | function, symbol, container inside itself | nothing: it is left out |
 * | object that throws when it is read | null |
 */
export function toJsonValue(value: unknown, report: ReportFault): unknown {
  try {
    if (isFlatObject(value)) return value;
  } catch {
    // The conversion reports a value that throws when it is read.
  }
  const converted = convert(value, { report, ancestors: [], path: [] });
  return converted === ABSENT ? undefined : converted;
}

/**
 * Returns what an agent yields with `undefined` in place of an event that throws when it is read. An agent in the page
 * may yield an object with a getter that throws, or a proxy. The canonicalizer reports `undefined` as a malformed frame.
 */
export function withoutUnreadable(yielded: unknown): unknown {
  try {
    if (!Array.isArray(yielded)) return isReadableEvent(yielded) ? yielded : undefined;
    if (yielded.every(isReadableEvent)) return yielded;
    return yielded.map((event: unknown) => (isReadableEvent(event) ? event : undefined));
  } catch {
    // A revoked proxy throws when it is compared with an array.
    return undefined;
  }
}

/** True for a value whose fields can be read. The fields of its fields are read, and replaced, by `toJsonValue`. */
export function isReadableEvent(value: unknown): boolean {
  try {
    if (isRecord(value)) {
      // A loop does not create a list of the values, of which a stream would have one for each event.
      for (const key in value) Reflect.get(value, key);
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws when a value of the application cannot be sent as JSON. Such a value is nested in more than 512 levels,
 * throws when it is read, or contains a BigInt, a function, a symbol or itself.
 *
 * @param checked - A value that has passed before: parts that are identical in it are skipped.
 * @param subject - Name of the option or parameter, for the message.
 * @throws AgentKitError `invalid-argument`
 */
export function assertJson(value: unknown, subject: string, checked?: unknown): void {
  try {
    assertSendable(value, checked, MAX_JSON_DEPTH, subject);
  } catch (error) {
    if (error instanceof AgentKitError) throw error;
    throw notSendableError(subject, "throws when it is read", "Pass a plain value");
  }
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
      return value === null ? null : convertReadable(value, conversion);
    case "number":
      return Number.isFinite(value) ? value : reportAndReplace(conversion, null);
    case "bigint":
      return reportAndReplace(conversion, toNumber(value));
    case "function":
    case "symbol":
      return reportAndReplace(conversion, ABSENT);
  }
  return value;
}

/** Returns a BigInt as a number, or as a text when a number would not be exact. */
function toNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Converts a container; returns null when a getter throws or a proxy is revoked. */
function convertReadable(value: object, conversion: Conversion): unknown {
  const { length } = conversion.ancestors;
  try {
    return convertContainer(value, conversion);
  } catch (error) {
    // In strict mode, the report throws.
    if (error instanceof AgentKitError) throw error;
    conversion.ancestors.length = length;
    return reportAndReplace(conversion, null);
  }
}

function convertContainer(value: object, conversion: Conversion): unknown {
  const { ancestors, path, report } = conversion;
  if (ancestors.includes(value)) return reportAndReplace(conversion, ABSENT);
  if (ancestors.length === MAX_JSON_DEPTH) {
    if (Object.keys(value).length === 0) return value;
    // Depth is a property of the whole value, so only its first key identifies it.
    report(tooDeep, path[0] ?? "");
    return truncatedJson(value);
  }
  const plain = isPlainObject(value) ? value : reportAndReplace(conversion, toPlain(value));
  if (typeof plain !== "object" || plain === null) return plain;
  ancestors.push(value);
  const converted = Array.isArray(plain)
    ? convertItems(plain, conversion)
    : convertFields(plain, conversion);
  ancestors.pop();
  return converted;
}

/** Converts the items of an array. Copies the array only when the conversion changes an item. */
function convertItems(items: readonly unknown[], conversion: Conversion): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < items.length; at++) {
    const converted = convertMember(items[at], String(at), conversion);
    if (Object.is(converted, items[at])) continue;
    copy ??= items.slice();
    // JSON writes null for an item that it cannot express.
    copy[at] = converted === ABSENT ? null : converted;
  }
  return copy ?? items;
}

function convertFields(fields: object, conversion: Conversion): object {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const field: unknown = Reflect.get(fields, key);
    const converted = convertMember(field, key, conversion);
    if (Object.is(converted, field)) continue;
    copy ??= { ...fields };
    if (converted === ABSENT) delete copy[key];
    // Spreading has made every key an own property, `__proto__` too.
    else Object.defineProperty(copy, key, { value: converted });
  }
  return copy ?? fields;
}

function convertMember(value: unknown, key: string, conversion: Conversion): unknown {
  // Nearly all values are text, which needs no path.
  if (typeof value === "string") return value;
  conversion.path.push(key);
  const converted = convert(value, conversion);
  conversion.path.pop();
  return converted;
}

/** Returns true for an object of texts and booleans alone, as most events are: there is nothing to convert. */
function isFlatObject(value: unknown): boolean {
  if (!isRecord(value) || !isPlainObject(value)) return false;
  for (const key in value) {
    const field = value[key];
    if (typeof field !== "string" && typeof field !== "boolean") return false;
  }
  return true;
}

/** Reports that a value is not JSON, and returns its replacement. */
function reportAndReplace<T>({ report, path }: Conversion, replacement: T): T {
  report(notJson, path.join("."));
  return replacement;
}

/** Returns true for objects and arrays, also of another realm, and for instances of a class without a special type. */
function isPlainObject(value: object): boolean {
  if (Array.isArray(value)) return true;
  // Most objects come from `JSON.parse`. A `toJSON` among their fields is not a function.
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
    return typeof json === "object" && json !== null && !isPlainObject(json) ? { ...json } : json;
  } catch {
    return null;
  }
}

/** Kinds of values that JSON does not have. */
const ABSENT_KINDS: Partial<Record<string, string>> = {
  bigint: "a BigInt",
  function: "a function",
  symbol: "a symbol",
};

/** @param levels - Number of levels of containers that the value may have. */
function assertSendable(sent: unknown, checked: unknown, levels: number, subject: string): void {
  if (Object.is(sent, checked)) return;
  const toJson: unknown = Reflect.get(Object(sent), "toJSON");
  const value: unknown = typeof toJson === "function" ? toJson.call(sent) : sent;
  const absentKind = ABSENT_KINDS[typeof value];
  if (absentKind) {
    const reason = `contains ${absentKind}, which JSON does not have`;
    throw notSendableError(subject, reason, "Convert it to a number or a text, or leave it out");
  }
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) {
    const reason = `is nested in more than ${MAX_JSON_DEPTH} levels, or contains itself`;
    throw notSendableError(subject, reason, "Pass a flatter value");
  }
  const checkedFields: object = Object(checked);
  for (const [key, item] of Object.entries(value)) {
    assertSendable(
      item,
      Object.hasOwn(checkedFields, key) && Reflect.get(checkedFields, key),
      levels - 1,
      subject,
    );
  }
}

function notSendableError(subject: string, reason: string, advice: string): AgentKitError {
  return new AgentKitError(
    "invalid-argument",
    `\`${subject}\` ${reason}, so it cannot be sent to the agent. ${advice}.`,
  );
}
