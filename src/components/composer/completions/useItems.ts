import { useEffect, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { CompletionItem, CompletionProvider, FindCompletions } from "./completion.ts";
import { filterItems } from "./filterItems.ts";
import type { Token } from "./findToken.ts";

interface ItemsState {
  readonly status: "ready" | "loading" | "failed";
  readonly items: readonly CompletionItem[];
}

/** What one provider has for a word. */
export interface ItemGroup extends ItemsState {
  readonly provider: CompletionProvider;
}

interface Answer extends ItemsState {
  /** What was asked for. */
  readonly key: string;
  /** Who was asked. */
  readonly source: string;
  readonly thread: ReturnType<typeof useThread>;
}

/**
 * Returns what each of the providers has for a word. While one looks for more, what it found before stays as far as
 * it has what is written now, so that nobody takes what does not suit.
 *
 * @param providers - Those of the sign with which the word begins.
 */
export function useItems(
  token: Token | undefined,
  providers: readonly CompletionProvider[],
): readonly ItemGroup[] {
  const thread = useThread();
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer>>>({});
  const { trigger = "", query = "" } = token ?? {};
  const searching = providers
    .map(({ items }) => (typeof items === "function" ? "?" : "-"))
    .join("");
  const source = trigger + searching;
  const key = `${source} ${query}`;
  const latest = useLatest(providers);
  const needsQuery = token !== undefined && searching.includes("?");
  useEffect(() => {
    if (!needsQuery) return;
    const controller = new AbortController();
    const { signal } = controller;
    for (const [at, { items: find }] of latest.current.entries()) {
      if (typeof find !== "function") continue;
      const setAnswer = (found: ItemsState) => {
        if (signal.aborted) return;
        setAnswers((last) => ({ ...last, [at]: { ...found, key, source, thread } }));
      };
      queryItems(find, query, { signal, thread }).then(
        (items) => setAnswer({ status: "ready", items }),
        () => setAnswer({ status: "failed", items: [] }),
      );
    }
    return () => {
      controller.abort();
      // They are asked anew when the same is written again.
      setAnswers((last) =>
        Object.fromEntries(Object.entries(last).map(([at, one]) => [at, { ...one, key: "" }])),
      );
    };
  }, [needsQuery, key, source, query, thread, latest]);

  if (!token) return [];
  return providers.map((provider, at): ItemGroup => {
    const { items } = provider;
    if (typeof items !== "function") {
      return { provider, status: "ready", items: filterItems(items, query) };
    }
    const answer = answers[at];
    const current = answer?.thread === thread ? answer : undefined;
    if (current?.key === key) return { provider, status: current.status, items: current.items };
    const earlier = current?.source === source ? current.items : [];
    return { provider, status: "loading", items: filterItems(earlier, query) };
  });
}

/** Asks a provider. */
export async function queryItems(
  find: FindCompletions,
  query: string,
  options: Parameters<FindCompletions>[1],
): Promise<readonly CompletionItem[]> {
  return validateItems(await find(query, options));
}

/**
 * Returns items, or throws where they are none: they come from the application, and that may have them from a server,
 * whatever the types say.
 */
export function validateItems(items: unknown): readonly CompletionItem[] {
  const isList = Array.isArray(items) && items.every((item) => typeof item?.label === "string");
  if (!isList) throw new TypeError("There is no list of items with a label.");
  return items;
}
