import { useMemo } from "react";
import type { CompletionProvider } from "./completion.ts";

/**
 * Returns by what to tell providers from others, as they may be written inline. Functions cannot be told from those
 * before, and items only by their labels; whatever the types say, these may be missing.
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
