import { useInsertionEffect, useRef } from "react";

/**
 * @internal Returns a ref with the value of the latest committed render, so that a function written inline can
 * be called without subscribing again.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  // An insertion effect runs before all other effects, and never for a discarded render.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
