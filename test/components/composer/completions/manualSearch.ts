import { screen } from "@testing-library/react";
import type { CompletionItem } from "../../../../src/components/composer/completions/completion.ts";

/** A provider that answers when it is told to. */
export function manualSearch(trigger = "/", label = "Commands") {
  const asked: {
    readonly query: string;
    readonly signal: AbortSignal;
    readonly answer: (items: readonly CompletionItem[]) => void;
    readonly fail: () => void;
  }[] = [];
  const items = (query: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<readonly CompletionItem[]>((answer, reject) => {
      asked.push({ query, signal, answer, fail: () => reject(new Error("offline")) });
    });
  const latest = () => {
    const last = asked.at(-1);
    if (!last) throw new Error("Nobody was asked");
    return last;
  };
  return { provider: { trigger, label, items }, asked, latest };
}

/** The note that something is being looked for. */
export const searching = () => screen.queryByText("Searching…", { selector: "p" });
