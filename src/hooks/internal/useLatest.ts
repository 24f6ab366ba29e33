import { useInsertionEffect, useRef } from "react";

/**
 * @internal Returns a ref that holds what the latest committed render was given, so that a function
 * written inline is used without being subscribed again.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  // Before any other effect, and never for a render that is thrown away.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
