import { useRef, useState } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { createPerThreadState, usePerThreadState } from "../../state/perThreadState.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { filterItems, foldText } from "./filterItems.ts";
import { insertText, replaceRange } from "./insertText.ts";

/** A command that could not be done. */
export interface Failure {
  readonly thread: ReturnType<typeof useThread>;
  readonly name: string;
  readonly count: number;
}

/** What providers have found for a thread. */
interface FoundItems {
  readonly thread: ReturnType<typeof useThread>;
  readonly items: readonly { readonly trigger: string; readonly item: CompletionItem }[];
}

/** A word of which it is known what there is. */
interface SearchedWord {
  readonly trigger: string;
  readonly query: string;
}

export interface Commands {
  readonly failure: Failure | undefined;
  readonly clearFailure: () => void;
  /** What was written for commands that could not be done, and comes back when the field is empty. */
  readonly failedTexts: readonly string[];
  /** Puts what is kept back into a field that is empty. */
  readonly restoreText: (field: HTMLTextAreaElement) => void;
  /**
   * Keeps in mind what providers have found, so that it is known when it is written out.
   *
   * @param isAll - Whether there is nothing else, as each of them has answered.
   */
  readonly rememberItems: (
    word: SearchedWord,
    items: readonly CompletionItem[],
    isAll: boolean,
  ) => void;
  readonly runItem: (written: string, item: CompletionItem) => void;
  /** Does the command that is written out in the field. Returns whether there is one. */
  readonly runTypedCommand: (field: HTMLTextAreaElement) => boolean;
}

/** What is to come back into the field: it may be another thread's by the time a command has failed. */
const failedTextsState = createPerThreadState<readonly string[]>([]);

/** Does commands, and knows those that are written out: of the lists, and of what has been found so far. */
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
      // In front of what has been written since it would make that a part of the command, or go out with it.
      failedTextsState.update(thread, (before) => [...before, written]);
    }
  };

  const itemsOfThread = () =>
    foundItems.current.thread === thread ? foundItems.current.items : [];
  const knownItems = () =>
    providers.flatMap(({ trigger, items }) =>
      (typeof items === "function"
        ? itemsOfThread().flatMap((one) => (one.trigger === trigger ? one.item : []))
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
      const [text] = failedTextsState.read(thread);
      if (text === undefined || field.value !== "") return;
      failedTextsState.update(thread, ([, ...others]) => others);
      replaceRange(field, text, [0, 0], "historyUndo");
    },
    rememberItems({ trigger, query }, items, isAll) {
      // What suits, and is not among them, is there no more.
      const isRemoved = (item: CompletionItem) => isAll && filterItems([item], query).length > 0;
      const others = itemsOfThread().filter(
        ({ trigger: other, item }) =>
          other !== trigger || !(isRemoved(item) || items.includes(item)),
      );
      const added = items.flatMap((item) => (item.run ? { trigger, item } : []));
      // Of two of one name the one that was found last.
      foundItems.current = { thread, items: [...added, ...others] };
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
        (best, one) => (best && best.end >= one.end ? best : one),
        undefined,
      );
      if (!longest) return false;
      insertText(field, "", [0, field.value.length]);
      void start(longest.item, text, text.slice(longest.end).trim());
      return true;
    },
  };
}

/** Where a command ends that a text begins with; it may be written in other letters, and have another length. */
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
