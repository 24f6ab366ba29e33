import { useEffect, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import { useThread } from "../../hooks/useThread.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { filterItems } from "./filterItems.ts";
import type { Token } from "./findToken.ts";

interface Found {
  readonly status: "ready" | "loading" | "failed";
  readonly items: readonly CompletionItem[];
}

interface Answer extends Found {
  /** What was asked for. */
  readonly key: string;
  readonly trigger: string;
  readonly thread: ReturnType<typeof useThread>;
}

const NOTHING: Found = { status: "ready", items: [] };

/**
 * Returns what the provider has for a word. While it looks for more, what it found before stays as far as it has
 * what is written now, so that nobody takes what does not suit.
 */
export function useFoundItems(
  token: Token | undefined,
  provider: CompletionProvider | undefined,
): Found {
  const thread = useThread();
  const [answer, setAnswer] = useState<Answer>();
  const { trigger = "", query = "" } = token ?? {};
  const key = `${trigger} ${query}`;
  const find = typeof provider?.items === "function" ? provider.items : undefined;
  const latest = useLatest(find);
  const isAsked = token !== undefined && find !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const { signal } = controller;
    const settle = (found: Found) => {
      if (!signal.aborted) setAnswer({ ...found, key, trigger, thread });
    };
    const ask = async () => checked((await latest.current?.(query, { signal, thread })) ?? null);
    ask().then(
      (items) => settle({ status: "ready", items }),
      () => settle({ status: "failed", items: [] }),
    );
    return () => {
      controller.abort();
      // It is asked anew when the same is written again.
      setAnswer((last) => last && { ...last, key: "" });
    };
  }, [isAsked, key, trigger, query, thread, latest]);

  if (!token || !provider) return NOTHING;
  if (typeof provider.items !== "function") {
    return { status: "ready", items: filterItems(provider.items, query) };
  }
  const here = answer?.thread === thread ? answer : undefined;
  if (here?.key === key) return here;
  const before = here?.trigger === trigger ? here.items : [];
  return { status: "loading", items: filterItems(before, query) };
}

/** It comes from the application, and that may have it from a server: whatever the types say. */
function checked(items: unknown): readonly CompletionItem[] {
  const isList = Array.isArray(items) && items.every((item) => typeof item?.label === "string");
  if (!isList) throw new TypeError("What was found is no list of items with a label.");
  return items;
}
