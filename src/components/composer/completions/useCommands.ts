import { useRef, useState } from "react";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { createThreadState, usePerThread } from "../../state/perThreadState.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { filterItems, fold } from "./filterItems.ts";
import { insertText, putIn } from "./insertText.ts";

/** A command that could not be done. */
export interface Failure {
  readonly thread: ReturnType<typeof useThread>;
  readonly name: string;
  readonly times: number;
}

/** What providers have found for a thread. */
interface Found {
  readonly thread: ReturnType<typeof useThread>;
  readonly items: readonly { readonly trigger: string; readonly item: CompletionItem }[];
}

/** A word of which it is known what there is. */
interface Searched {
  readonly trigger: string;
  readonly query: string;
}

export interface Commands {
  readonly failure: Failure | undefined;
  readonly forgetFailure: () => void;
  /** What was written for commands that could not be done, and comes back when the field is empty. */
  readonly kept: readonly string[];
  /** Puts what is kept back into a field that is empty. */
  readonly giveBack: (field: HTMLTextAreaElement) => void;
  /**
   * Keeps in mind what providers have found, so that it is known when it is written out.
   *
   * @param isAll - Whether there is nothing else, as each of them has answered.
   */
  readonly note: (word: Searched, items: readonly CompletionItem[], isAll: boolean) => void;
  readonly run: (written: string, item: CompletionItem) => void;
  /** Does the command that is written out in the field. Returns whether there is one. */
  readonly runWritten: (field: HTMLTextAreaElement) => boolean;
}

/** What is to come back into the field: it may be another thread's by the time a command has failed. */
const keptTexts = createThreadState<readonly string[]>([]);

/** Does commands, and knows those that are written out: of the lists, and of what has been found so far. */
export function useCommands(providers: readonly CompletionProvider[]): Commands {
  const thread = useThread();
  const kept = usePerThread(keptTexts);
  const [failure, setFailure] = useState<Failure>();
  const found = useRef<Found>({ thread, items: [] });

  const start = async (item: CompletionItem, written: string, args: string) => {
    setFailure(undefined);
    try {
      await item.run?.({ thread, args });
    } catch {
      setFailure((last) => ({ thread, name: item.label, times: (last?.times ?? 0) + 1 }));
      // In front of what has been written since it would make that a part of the command, or go out with it.
      keptTexts.update(thread, (before) => [...before, written]);
    }
  };

  const foundHere = () => (found.current.thread === thread ? found.current.items : []);
  const known = () =>
    providers.flatMap(({ trigger, items }) =>
      (typeof items === "function"
        ? foundHere().flatMap((one) => (one.trigger === trigger ? one.item : []))
        : items
      ).map((item): [string, CompletionItem] => [trigger + item.label, item]),
    );

  return {
    failure: failure?.thread === thread ? failure : undefined,
    forgetFailure() {
      if (kept.length === 0) setFailure(undefined);
    },
    kept,
    giveBack(field) {
      const [text] = keptTexts.read(thread);
      if (text === undefined || field.value !== "") return;
      keptTexts.update(thread, ([, ...others]) => others);
      putIn(field, text, [0, 0], "historyUndo");
    },
    note({ trigger, query }, items, isAll) {
      // What suits, and is not among them, is there no more.
      const isGone = (item: CompletionItem) => isAll && filterItems([item], query).length > 0;
      const others = foundHere().filter(
        ({ trigger: other, item }) => other !== trigger || !(isGone(item) || items.includes(item)),
      );
      const added = items.flatMap((item) => (item.run ? { trigger, item } : []));
      // Of two of one name the one that was found last.
      found.current = { thread, items: [...added, ...others] };
    },
    run(written, item) {
      void start(item, written, "");
    },
    runWritten(field) {
      const text = field.value.trim();
      const written = known().flatMap(([name, item]) => {
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
  const wanted = fold(name);
  for (const { index } of text.matchAll(/\s|$/g)) {
    const written = fold(text.slice(0, index));
    if (written.length > wanted.length) return undefined;
    if (written === wanted) return index === text.length || args !== undefined ? index : undefined;
  }
  return undefined;
}
