import { useEffect, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import type { CompletionItem, CompletionProvider, FindCompletions } from "./completion.ts";
import { filterItems } from "./filterItems.ts";
import type { Token } from "./findToken.ts";

interface Found {
  readonly status: "ready" | "loading" | "failed";
  readonly items: readonly CompletionItem[];
}

/** What one provider has for a word. */
export interface FoundGroup extends Found {
  readonly provider: CompletionProvider;
}

interface Answer extends Found {
  /** What was asked for. */
  readonly key: string;
  /** Who was asked. */
  readonly of: string;
  readonly thread: ReturnType<typeof useThread>;
}

/**
 * Returns what each of the providers has for a word. While one looks for more, what it found before stays as far as
 * it has what is written now, so that nobody takes what does not suit.
 *
 * @param providers - Those of the sign with which the word begins.
 */
export function useFoundItems(
  token: Token | undefined,
  providers: readonly CompletionProvider[],
): readonly FoundGroup[] {
  const thread = useThread();
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer>>>({});
  const { trigger = "", query = "" } = token ?? {};
  const searching = providers
    .map(({ items }) => (typeof items === "function" ? "?" : "-"))
    .join("");
  const of = trigger + searching;
  const key = `${of} ${query}`;
  const latest = useLatest(providers);
  const isAsked = token !== undefined && searching.includes("?");
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const { signal } = controller;
    for (const [place, { items: find }] of latest.current.entries()) {
      if (typeof find !== "function") continue;
      const settle = (found: Found) => {
        if (signal.aborted) return;
        setAnswers((last) => ({ ...last, [place]: { ...found, key, of, thread } }));
      };
      ask(find, query, { signal, thread }).then(
        (items) => settle({ status: "ready", items }),
        () => settle({ status: "failed", items: [] }),
      );
    }
    return () => {
      controller.abort();
      // They are asked anew when the same is written again.
      setAnswers((last) =>
        Object.fromEntries(
          Object.entries(last).map(([place, one]) => [place, { ...one, key: "" }]),
        ),
      );
    };
  }, [isAsked, key, of, query, thread, latest]);

  if (!token) return [];
  return providers.map((provider, place): FoundGroup => {
    const { items } = provider;
    if (typeof items !== "function") {
      return { provider, status: "ready", items: filterItems(items, query) };
    }
    const answer = answers[place];
    const here = answer?.thread === thread ? answer : undefined;
    if (here?.key === key) return { provider, status: here.status, items: here.items };
    const before = here?.of === of ? here.items : [];
    return { provider, status: "loading", items: filterItems(before, query) };
  });
}

/** Asks a provider. */
export async function ask(
  find: FindCompletions,
  query: string,
  options: Parameters<FindCompletions>[1],
): Promise<readonly CompletionItem[]> {
  return checked(await find(query, options));
}

/**
 * Returns items, or throws where they are none: they come from the application, and that may have them from a server,
 * whatever the types say.
 */
export function checked(items: unknown): readonly CompletionItem[] {
  const isList = Array.isArray(items) && items.every((item) => typeof item?.label === "string");
  if (!isList) throw new TypeError("There is no list of items with a label.");
  return items;
}
