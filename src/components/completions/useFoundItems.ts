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
      if (!signal.aborted) setAnswer({ ...found, key, trigger });
    };
    const ask = async () => latest.current?.(query, { signal, thread }) ?? [];
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
  if (answer?.key === key) return answer;
  const before = answer?.trigger === trigger ? answer.items : [];
  return { status: "loading", items: filterItems(before, query) };
}
