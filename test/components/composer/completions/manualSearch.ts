import { screen } from "@testing-library/react";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";

/** Returns a provider that answers on demand. */
export function manualSearch(trigger = "/", label = "Commands") {
  const searches: {
    readonly query: string;
    readonly signal: AbortSignal;
    readonly answer: (items: readonly CompletionItem[]) => void;
    readonly fail: () => void;
  }[] = [];
  const items = (query: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<readonly CompletionItem[]>((answer, reject) => {
      searches.push({ query, signal, answer, fail: () => reject(new Error("offline")) });
    });
  const latest = () => {
    const last = searches.at(-1);
    if (!last) throw new Error("No search has started");
    return last;
  };
  return { provider: { trigger, label, items }, searches, latest };
}

/** Returns the notice of a running search. */
export const searchNotice = () => screen.queryByText("Searching…", { selector: "p" });
