import { useRef, useState } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { foldText } from "../../../selectors/foldText.ts";
import { createPerThreadState, usePerThreadState } from "../../state/perThreadState.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { filterItems } from "./filterItems.ts";
import { insertText, replaceRange } from "./insertText.ts";

interface Failure {
  readonly thread: ReturnType<typeof useThread>;
  readonly name: string;
  readonly count: number;
}

/** Items that searches have returned for a thread. */
interface FoundItems {
  readonly thread: ReturnType<typeof useThread>;
  readonly items: readonly { readonly trigger: string; readonly item: CompletionItem }[];
}

interface SearchedWord {
  readonly trigger: string;
  readonly query: string;
}

export interface Commands {
  /** The last command that failed. */
  readonly failure: { readonly name: string; readonly count: number } | undefined;
  readonly clearFailure: () => void;
  /** Typed texts of failed commands, which return to the field once it is empty. */
  readonly failedTexts: readonly string[];
  /** Puts the first failed text back into an empty field. */
  readonly restoreText: (field: HTMLTextAreaElement) => void;
  /**
   * Remembers search results, so that a typed command is recognized without another search.
   *
   * @param isAll - True when every provider has answered, so that other matching items no longer exist.
   */
  readonly rememberItems: (
    searchedWord: SearchedWord,
    items: readonly CompletionItem[],
    isAll: boolean,
  ) => void;
  readonly runItem: (written: string, item: CompletionItem) => void;
  /** Runs the command that is typed in the field. Returns false when the text is not a command. */
  readonly runTypedCommand: (field: HTMLTextAreaElement) => boolean;
}

/** Failed texts by thread, because another thread may be shown when a command fails. */
const failedTextsState = createPerThreadState<readonly string[]>([]);

/** Runs commands, and recognizes typed ones among the listed items and earlier search results. */
export function useCommands(providers: readonly CompletionProvider[]): Commands {
  const thread = useThread();
  const failedTexts = usePerThreadState(failedTextsState);
  const [failure, setFailure] = useState<Failure>();
  const foundItems = useRef<FoundItems>({ thread, items: [] });

  const start = async (item: CompletionItem, written: string, args: string) => {
    setFailure(undefined);
    try {
      await item.run?.({ thread, args });
    } catch {
      setFailure((last) => ({ thread, name: item.label, count: (last?.count ?? 0) + 1 }));
      // The failed text waits until the field is empty: newer text would become an argument of the command.
      failedTextsState.updateState(thread, (before) => [...before, written]);
    }
  };

  const itemsOfThread = () =>
    foundItems.current.thread === thread ? foundItems.current.items : [];
  const knownItems = () =>
    providers.flatMap(({ trigger, items }) =>
      (typeof items === "function"
        ? itemsOfThread().flatMap((match) => (match.trigger === trigger ? match.item : []))
        : items
      ).map((item): [string, CompletionItem] => [trigger + item.label, item]),
    );

  return {
    failure: failure?.thread === thread ? failure : undefined,
    clearFailure() {
      if (failedTexts.length === 0) setFailure(undefined);
    },
    failedTexts,
    restoreText(field) {
      const [text] = failedTextsState.readState(thread);
      if (text === undefined || field.value !== "") return;
      failedTextsState.updateState(thread, ([, ...remaining]) => remaining);
      replaceRange(field, text, [0, 0], "historyUndo");
    },
    rememberItems({ trigger, query }, items, isAll) {
      // Remembered items that match the query but were not returned again no longer exist.
      const isRemoved = (item: CompletionItem) => isAll && filterItems([item], query).length > 0;
      const remaining = itemsOfThread().filter(
        ({ trigger: other, item }) =>
          other !== trigger || !(isRemoved(item) || items.includes(item)),
      );
      const added = items.flatMap((item) => (item.run ? { trigger, item } : []));
      // Newest first: of two items with the same name the latest result counts.
      foundItems.current = { thread, items: [...added, ...remaining] };
    },
    runItem(written, item) {
      void start(item, written, "");
    },
    runTypedCommand(field) {
      const text = field.value.trim();
      const written = knownItems().flatMap(([name, item]) => {
        const end = item.run ? endOf(text, name, item) : undefined;
        return end === undefined ? [] : { end, item };
      });
      const longest = written.reduce<(typeof written)[number] | undefined>(
        (best, match) => (best && best.end >= match.end ? best : match),
        undefined,
      );
      if (!longest) return false;
      insertText(field, "", [0, field.value.length]);
      void start(longest.item, text, text.slice(longest.end).trim());
      return true;
    },
  };
}

/**
 * Returns the offset after a command that a text starts with. Folded letters may differ in length from the
 * typed ones.
 */
function endOf(text: string, name: string, { args }: CompletionItem): number | undefined {
  const foldedName = foldText(name);
  for (const { index } of text.matchAll(/\s|$/g)) {
    const written = foldText(text.slice(0, index));
    if (written.length > foldedName.length) return undefined;
    if (written === foldedName)
      return index === text.length || args !== undefined ? index : undefined;
  }
  return undefined;
}
