import { useEffect, useMemo, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { CompletionItem, CompletionProvider, FindCompletions } from "./completion.ts";
import { filterItems } from "./filterItems.ts";
import type { Token } from "./findToken.ts";

interface ItemsState {
  readonly status: "ready" | "loading" | "failed";
  readonly items: readonly CompletionItem[];
}

/** Items of one provider for a word. */
export interface ItemGroup extends ItemsState {
  readonly provider: CompletionProvider;
}

interface ItemsResult extends ItemsState {
  /** Key of the query that was answered. */
  readonly key: string;
  /** Trigger and kind of the queried providers. */
  readonly source: string;
  readonly thread: ReturnType<typeof useThread>;
}

/**
 * Returns the items of each provider for a word. While a search runs, earlier results stay as far as they
 * match the new query.
 *
 * @param providers - Providers with the trigger of the word.
 */
export function useItems(
  token: Token | undefined,
  providers: readonly CompletionProvider[],
): readonly ItemGroup[] {
  const thread = useThread();
  const [results, setResults] = useState<Readonly<Record<number, ItemsResult>>>({});
  const { trigger = "", query = "" } = token ?? {};
  // A character per provider: `?` for a search function, `-` for a list.
  const kinds = providers.map(({ items }) => (typeof items === "function" ? "?" : "-")).join("");
  const source = trigger + kinds;
  const key = `${source} ${query}`;
  const latest = useLatest(providers);
  const needsQuery = token !== undefined && kinds.includes("?");
  useEffect(() => {
    if (!needsQuery) return;
    const controller = new AbortController();
    const { signal } = controller;
    for (const [index, { items: find }] of latest.current.entries()) {
      if (typeof find !== "function") continue;
      const setResult = (result: ItemsState) => {
        if (signal.aborted) return;
        setResults((last) => ({ ...last, [index]: { ...result, key, source, thread } }));
      };
      queryItems(find, query, { signal, thread }).then(
        (items) => setResult({ status: "ready", items }),
        () => setResult({ status: "failed", items: [] }),
      );
    }
    return () => {
      controller.abort();
      // Clears the keys, so that the same query is searched again when it is typed again.
      setResults((last) =>
        Object.fromEntries(
          Object.entries(last).map(([index, result]) => [index, { ...result, key: "" }]),
        ),
      );
    };
  }, [needsQuery, key, source, query, thread, latest]);

  if (!token) return [];
  return providers.map((provider, index): ItemGroup => {
    const { items } = provider;
    if (typeof items !== "function") {
      return { provider, status: "ready", items: filterItems(items, query) };
    }
    const result = results[index];
    const current = result?.thread === thread ? result : undefined;
    if (current?.key === key) return { provider, status: current.status, items: current.items };
    const earlier = current?.source === source ? current.items : [];
    return { provider, status: "loading", items: filterItems(earlier, query) };
  });
}

/** Calls the search function of a provider and validates its result. */
export async function queryItems(
  find: FindCompletions,
  query: string,
  options: Parameters<FindCompletions>[1],
): Promise<readonly CompletionItem[]> {
  return validateItems(await find(query, options));
}

/**
 * Returns the items, or throws a `TypeError`. Applications may pass on what a server sent, so the types do
 * not guarantee anything.
 */
export function validateItems(items: unknown): readonly CompletionItem[] {
  const isList = Array.isArray(items) && items.every((item) => typeof item?.label === "string");
  if (!isList)
    throw new TypeError(
      "`items` is not a list of items with a `label`, so the menu cannot be shown. Return an array of completion items.",
    );
  return items;
}

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
