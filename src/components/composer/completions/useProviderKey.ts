import { useMemo } from "react";
import type { CompletionProvider } from "./completion.ts";

/**
 * Returns a key that identifies providers written inline. Functions are not compared, and items only by their
 * labels, which may be missing at run time.
 */
export function useProviderKey(providers: readonly CompletionProvider[]): string {
  return useMemo(() => {
    const descriptions = providers.map(({ trigger, label, items }) => [
      trigger,
      label,
      Array.isArray(items) ? items.map((item) => String(item?.label)) : typeof items,
    ]);
    return JSON.stringify(descriptions);
  }, [providers]);
}
