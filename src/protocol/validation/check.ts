import { isRecord } from "../isRecord.ts";

/** Result of a check that rejects a value. */
export const INVALID: unique symbol = Symbol("invalid");

/** A fault that a check found. */
export interface Finding {
  /** Path of the field from the checked value, for example `messages[2].content`. */
  path: string;
  readonly kind: "malformed" | "null" | "unknown";
}

/**
 * Validates a value: returns it unchanged, a cleaned copy, or {@link INVALID}. Faults are added to
 * `findings` with a relative path, which the callers complete.
 */
export interface Check {
  (value: unknown, findings: Finding[]): unknown;
  /** True when null counts as absent and is no fault. */
  readonly allowsNull?: boolean;
  /** True when a missing required field gets a fallback value. */
  readonly allowsAbsent?: boolean;
}

export type FieldChecks = Readonly<Record<string, Check>>;

function reject(findings: Finding[], kind: Finding["kind"] = "malformed"): typeof INVALID {
  findings.push({ path: "", kind });
  return INVALID;
}

export function simple(accepts: (value: unknown) => boolean): Check {
  return (value, findings) => (accepts(value) ? value : reject(findings));
}

export const string = simple((value) => typeof value === "string");
export const integer = simple(Number.isSafeInteger);
export const count = simple((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const record = simple(isRecord);
/** Accepts any JSON value as a payload, null included. */
export const anything: Check = (value) => value;
/** Accepts any JSON value as an optional payload; null counts as absent. */
export const json = nullable(anything);

export function oneOf(...allowed: readonly string[]): Check {
  return simple((value) => allowed.includes(value as string));
}

/**
 * Returns a check for a required field whose fault does not invalidate the event: it is reported
 * and replaced by `fallback`.
 */
export function withFallback(check: Check, fallback?: unknown): Check {
  return Object.assign(
    (value: unknown, findings: Finding[]) => {
      const checked = check(value, findings);
      return checked === INVALID ? fallback : checked;
    },
    { allowsAbsent: true },
  );
}
/** Accepts a string; a missing or malformed one becomes `""` instead of invalidating the event. */
export const text = withFallback(string, "");

export function nullable(check: Check): Check {
  return Object.assign((value: unknown, findings: Finding[]) => check(value, findings), {
    allowsNull: true,
  });
}

function prefixPaths(findings: Finding[], from: number, step: string): void {
  for (let i = from; i < findings.length; i++) {
    const finding = findings[i];
    if (!finding) continue;
    const rest = finding.path;
    finding.path = rest === "" || rest.startsWith("[") ? step + rest : `${step}.${rest}`;
  }
}

interface ObjectOptions {
  /** True to remove fields that the check does not describe; they are not reported. @defaultValue true */
  readonly strip?: boolean;
  /**
   * Required fields with a fallback. They are checked last, so that an object which is rejected reports
   * only the fault that rejects it.
   */
  readonly lenient?: FieldChecks;
}

/**
 * Returns the check of an object. A faulty optional field is removed; a faulty required one rejects
 * the object.
 */
export function object(
  required: FieldChecks,
  optional: FieldChecks,
  { strip = true, lenient = {} }: ObjectOptions = {},
): Check {
  const fields = [required, optional, lenient].flatMap((group) =>
    Object.entries(group).map(([key, check]) => ({ key, check, isOptional: group === optional })),
  );
  const described = new Set(fields.map(({ key }) => key));

  return (value, findings) => {
    if (!isRecord(value)) return reject(findings);
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
        if (!check.allowsNull) findings.push({ path: key, kind: "null" });
        setField(key, undefined);
        continue;
      }
      const firstFinding = findings.length;
      const isMissing = field === undefined && !check.allowsAbsent;
      const checked = isMissing ? reject(findings) : check(field, findings);
      prefixPaths(findings, firstFinding, key);
      if (checked === INVALID && !isOptional) return INVALID;
      if (checked !== field) setField(key, checked === INVALID ? undefined : checked);
    }
    if (strip) {
      for (const key of Object.keys(value)) if (!described.has(key)) setField(key, undefined);
    }
    return cleaned;
  };
}

/**
 * Returns the check of an object discriminated by one field; an unknown kind is rejected as
 * `unknown`.
 */
export function variant(discriminator: string, variants: FieldChecks): Check {
  return (value, findings) => {
    if (!isRecord(value)) return reject(findings);
    const kind = value[discriminator];
    const check = typeof kind === "string" && Object.hasOwn(variants, kind) && variants[kind];
    return check ? check(value, findings) : reject(findings, "unknown");
  };
}

/** Returns the check of an array. A faulty item is dropped; with `all`, it rejects the array. */
export function array(item: Check, { all = false, min = 0 } = {}): Check {
  return (value, findings) => {
    if (!Array.isArray(value)) return reject(findings);
    let cleaned: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const firstFinding = findings.length;
      const checked = item(value[i], findings);
      prefixPaths(findings, firstFinding, `[${i}]`);
      if (checked === INVALID && all) return INVALID;
      if (checked !== value[i] && !cleaned) cleaned = value.slice(0, i);
      if (checked !== INVALID) cleaned?.push(checked);
    }
    const result = cleaned ?? value;
    return result.length < min ? reject(findings) : result;
  };
}
