import { isRecord } from "../isRecord.ts";

/** The answer of a check that refuses a value. */
export const INVALID: unique symbol = Symbol("invalid");

/** Something a check found on the way: where, and what it did about it. */
export interface Finding {
  /** The field's path from the checked value, `messages[2].content` for instance. */
  path: string;
  readonly kind: "malformed" | "null" | "unknown";
}

/**
 * Judges one value: returns it as it is, a cleaned copy, or {@link INVALID}. Whatever it could not
 * keep, it adds to `findings`, with a path that the callers above it complete.
 */
export interface Check {
  (value: unknown, findings: Finding[]): unknown;
  /** Null has always been taken for absent here, so it is no violation. */
  readonly allowsNull?: boolean;
  /** It has an answer for a required field that is not there. */
  readonly allowsAbsent?: boolean;
}

export type Fields = Readonly<Record<string, Check>>;

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
/** A payload: any JSON value, null included. */
export const anything: Check = (value) => value;
/** An optional payload: any JSON value; null has always meant absent. */
export const json = nullable(anything);

export function oneOf(...allowed: readonly string[]): Check {
  return simple((value) => allowed.includes(value as string));
}

/** A required value that an event is not lost for: a bad one is reported and read as `fallback`. */
export function expected(check: Check, fallback?: unknown): Check {
  return Object.assign(
    (value: unknown, findings: Finding[]) => {
      const checked = check(value, findings);
      return checked === INVALID ? fallback : checked;
    },
    { allowsAbsent: true },
  );
}
/** A string that must be there, and becomes `""` when it is not: too little to lose the rest for. */
export const text = expected(string, "");

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
  /** Whether fields nobody described are taken out, in silence. @defaultValue true */
  readonly strip?: boolean;
  /** Required fields that are looked at last. */
  readonly expected?: Fields;
}

/** An object. A bad optional field is taken out; a bad required one refuses the object. */
export function object(
  required: Fields,
  optional: Fields,
  { strip = true, expected = {} }: ObjectOptions = {},
): Check {
  const fields = [required, optional, expected].flatMap((group) =>
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

/** An object told apart by one field; an unknown kind is refused as `unknown`. */
export function variant(discriminator: string, variants: Fields): Check {
  return (value, findings) => {
    if (!isRecord(value)) return reject(findings);
    const kind = value[discriminator];
    const check = typeof kind === "string" && Object.hasOwn(variants, kind) && variants[kind];
    return check ? check(value, findings) : reject(findings, "unknown");
  };
}

/** A list. A bad item is left out; with `all`, it refuses the list. */
export function list(item: Check, { all = false, min = 0 } = {}): Check {
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
