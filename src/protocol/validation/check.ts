import { isRecord, type UnknownRecord } from "../isRecord.ts";

/** Result of a check that rejects a value. */
export const INVALID: unique symbol = Symbol("invalid");

/** A fault that a check found. */
export interface FieldFault {
  /** Path of the field from the checked value, for example `messages[2].content`. */
  path: string;
  /**
   * Kind of the fault:
   *
   * - `missing` and `repaired`: a required field is absent, or has another type, and was read as meant.
   * - `renamed`: an optional field was read under another name, `misnamed`: a required one.
   * - `empty`: an id or a name is an empty text, which names nothing.
   * - `understood`: the kind of a value is unknown, and its other fields show which is meant.
   */
  readonly kind:
    | "empty"
    | "malformed"
    | "missing"
    | "null"
    | "renamed"
    | "misnamed"
    | "repaired"
    | "repeated"
    | "understood"
    | "unknown";
}

/**
 * Validates a value: returns it unchanged, a cleaned copy, or {@link INVALID}. Faults are added to
 * `faults` with a relative path, which the callers complete.
 */
export interface Check {
  /** @param owner - The object that has the value as a field. */
  (value: unknown, faults: FieldFault[], owner?: UnknownRecord): unknown;
  /** True when null counts as absent, without a fault. */
  readonly allowsNull?: boolean;
  /** True when a missing required field gets a fallback value. */
  readonly allowsAbsent?: boolean;
  /** True for an optional field that most events need: another name of it is as wrong as that of a required field. */
  readonly isExpected?: boolean;
}

export type FieldChecks = Readonly<Record<string, Check>>;

const isPresent = (value: unknown) => value !== undefined && value !== null;

function reject(faults: FieldFault[], kind: FieldFault["kind"] = "malformed"): typeof INVALID {
  faults.push({ path: "", kind });
  return INVALID;
}

/** Returns a check that accepts the values for which a predicate is true. */
export function checkWith(accepts: (value: unknown) => boolean): Check {
  return (value, faults) => (accepts(value) ? value : reject(faults));
}

export const string = checkWith((value) => typeof value === "string");
export const integer = checkWith(Number.isSafeInteger);
export const count = checkWith((value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const record = checkWith(isRecord);
/** Accepts any JSON value as a payload, null included. */
export const anything: Check = (value) => value;
/** Accepts any JSON value as an optional payload; null counts as absent. */
export const json = nullable(anything);

export function oneOf(...allowed: readonly string[]): Check {
  const names = new Set<unknown>(allowed);
  return checkWith((value) => names.has(value));
}

/**
 * Returns a check for a required field whose fault does not invalidate the event: it is reported
 * and replaced by `fallback`.
 */
export function withFallback(check: Check, fallback?: unknown): Check {
  return Object.assign(
    (value: unknown, faults: FieldFault[], owner?: UnknownRecord) => {
      const checked = check(value, faults, owner);
      return checked === INVALID ? fallback : checked;
    },
    { allowsAbsent: true },
  );
}

/**
 * Reads a faulty value as it was meant; `undefined` leaves the field out, and {@link INVALID} rejects it.
 */
export type FieldRepair = (value: unknown, owner: UnknownRecord) => unknown;

/**
 * Returns a check that passes a value which `check` rejects to `read`, and reports it as missing or
 * repaired instead of malformed. `lenientChecks.ts` has the table of repairs.
 */
export function lenient(check: Check, read: FieldRepair): Check {
  return Object.assign(
    (value: unknown, faults: FieldFault[], owner: UnknownRecord = {}) => {
      const firstFault = faults.length;
      const checked = check(value, faults, owner);
      if (checked !== INVALID) return checked;
      const meant = read(value, owner);
      if (meant === INVALID) return INVALID;
      faults.length = firstFault;
      faults.push({ path: "", kind: isPresent(value) ? "repaired" : "missing" });
      return meant;
    },
    { allowsAbsent: true },
  );
}

/** Returns a check of an optional field for which null counts as absent. */
export function nullable(check: Check): Check {
  const same: Check = (value, faults, owner) => check(value, faults, owner);
  return Object.assign(same, { allowsNull: true });
}

/** Adds a step to the front of the paths of the faults from an index on. */
function prefixPaths(faults: FieldFault[], from: number, step: string): void {
  for (let i = from; i < faults.length; i++) {
    const fault = faults[i];
    if (!fault) continue;
    const rest = fault.path;
    fault.path = rest === "" || rest.startsWith("[") ? step + rest : `${step}.${rest}`;
  }
}

interface ObjectOptions {
  /** True to remove fields that the check does not describe; they are not reported. @defaultValue true */
  readonly dropsUnknownFields?: boolean;
  /**
   * Required fields whose checks have a fallback. They are checked last, so that an object which is
   * rejected reports only the fault that rejects it.
   */
  readonly recoverable?: FieldChecks;
  /** Names of fields by other names under which they are read as well. A name in snake_case always is. */
  readonly otherNames?: Readonly<Record<string, string>>;
  /** Names of other fields of the object, one of which supplies the value of a missing field. */
  readonly sources?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the names of fields by the other names under which they are read. */
function fieldsByOtherName(
  described: Iterable<string>,
  otherNames: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const key of described) {
    const snakeCase = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (snakeCase !== key) fields.set(snakeCase, key);
  }
  for (const [name, key] of Object.entries(otherNames)) fields.set(name, key);
  return fields;
}

function hasOnly(value: UnknownRecord, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}

/**
 * Returns the check of an object. A faulty optional field is removed; a faulty required one rejects
 * the object.
 */
export function object(
  required: FieldChecks,
  optional: FieldChecks,
  {
    dropsUnknownFields = true,
    recoverable = {},
    otherNames = {},
    sources = {},
  }: ObjectOptions = {},
): Check {
  const fields = [required, optional, recoverable].flatMap((group) =>
    Object.entries(group).map(([key, check]) => ({ key, check, isOptional: group === optional })),
  );
  const described = new Set(fields.map(({ key }) => key));
  const byOtherName = fieldsByOtherName(described, otherNames);
  /** Names of fields that are not another name of a field. */
  const unambiguous = new Set([...described].filter((name) => !byOtherName.has(name)));

  /** Returns the object with the fields that have another name under the names of the protocol. */
  function withOwnNames(sent: UnknownRecord, faults: FieldFault[]): UnknownRecord {
    let value = sent;
    for (const name in sent) {
      const key = byOtherName.get(name);
      // A field under its own name takes precedence.
      if (key === undefined || isPresent(value[key]) || !isPresent(sent[name])) continue;
      const { [name]: field, ...rest } = value;
      value = { ...rest, [key]: field };
      const isNeeded = optional[key]?.isExpected ?? !Object.hasOwn(optional, key);
      faults.push({ path: name, kind: isNeeded ? "misnamed" : "renamed" });
    }
    return value;
  }

  return (sent, faults) => {
    if (!isRecord(sent)) return reject(faults);
    const hasOtherFields = !hasOnly(sent, unambiguous);
    const value = hasOtherFields ? withOwnNames(sent, faults) : sent;
    let cleaned: Record<string, unknown> = value;
    const setField = (key: string, next: unknown) => {
      if (cleaned === value) cleaned = { ...value };
      if (next === undefined) delete cleaned[key];
      else cleaned[key] = next;
    };
    for (const { key, check, isOptional } of fields) {
      const field = value[key];
      if (field === undefined && isOptional) continue;
      if (field === null && isOptional && check !== anything) {
        if (!check.allowsNull) faults.push({ path: key, kind: "null" });
        setField(key, undefined);
        continue;
      }
      const firstFault = faults.length;
      const isMissing = field === undefined && !check.allowsAbsent;
      const checked = isMissing ? reject(faults) : check(field, faults, value);
      if (checked === field && faults.length === firstFault) continue;
      prefixPaths(faults, firstFault, key);
      // A field that need not be read is under another name, which is reported already.
      const isRenamed = isOptional && !check.isExpected && !isPresent(sent[key]);
      if (isRenamed && checked !== INVALID) faults.length = firstFault;
      const source = sources[key]?.find((name) => isPresent(value[name]));
      if (faults[firstFault]?.kind === "missing" && source !== undefined)
        faults[firstFault] = { path: source, kind: "misnamed" };
      if (checked === INVALID && !isOptional) return INVALID;
      if (checked !== field) setField(key, checked === INVALID ? undefined : checked);
    }
    if (dropsUnknownFields && hasOtherFields) {
      for (const key of Object.keys(value)) if (!described.has(key)) setField(key, undefined);
    }
    return cleaned;
  };
}

/**
 * Returns the check of an object whose kind is in one field. An unknown kind is rejected as `unknown`.
 *
 * @param discriminator - Name of the field with the kind.
 * @param variants - The check of each kind.
 * @param readKind - Returns the kind that is meant by an object of an unknown kind.
 * @param fault - The fault of such an object; `understood` where the reference accepts it.
 */
export function variant(
  discriminator: string,
  variants: FieldChecks,
  readKind: (value: UnknownRecord) => string | undefined = () => undefined,
  fault: "repaired" | "understood" = "repaired",
): Check {
  const checkOf = (kind: unknown) =>
    typeof kind === "string" && Object.hasOwn(variants, kind) ? variants[kind] : undefined;
  return (value, faults) => {
    if (!isRecord(value)) return reject(faults);
    const check = checkOf(value[discriminator]);
    if (check) return check(value, faults);
    const kind = readKind(value);
    const checkMeant = checkOf(kind);
    if (!checkMeant) return reject(faults, "unknown");
    faults.push({ path: discriminator, kind: fault });
    return checkMeant({ ...value, [discriminator]: kind }, faults);
  };
}

/**
 * Returns the check of an array of at least `min` items. A faulty item is dropped; with `mustBeComplete`,
 * it rejects the array.
 */
export function array(item: Check, { mustBeComplete = false, min = 0 } = {}): Check {
  return (value, faults) => {
    if (!Array.isArray(value)) return reject(faults);
    let cleaned: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const firstFault = faults.length;
      const checked = item(value[i], faults);
      prefixPaths(faults, firstFault, `[${i}]`);
      if (checked === INVALID && mustBeComplete) return INVALID;
      if (checked !== value[i] && !cleaned) cleaned = value.slice(0, i);
      if (checked !== INVALID) cleaned?.push(checked);
    }
    const result = cleaned ?? value;
    return result.length < min ? reject(faults) : result;
  };
}
