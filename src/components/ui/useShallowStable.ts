import { useRef } from "react";

/** @internal Returns the same object as long as the values are shallowly equal, for options that are written inline. */
export function useShallowStable<T extends object | undefined>(value: T): T {
  const last = useRef(value);
  if (!isShallowEqual(last.current, value)) last.current = value;
  return last.current;
}

function isShallowEqual(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(b, key)))
  );
}
