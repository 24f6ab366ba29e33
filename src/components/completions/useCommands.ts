import { useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import { useThread } from "../../hooks/useThread.ts";
import { putIntoComposer } from "../composerDraft.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { filterItems, fold } from "./filterItems.ts";
import type { Token } from "./findToken.ts";
import { putIn, writeIn } from "./writeIn.ts";

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

interface Commands {
  readonly failure: Failure | undefined;
  readonly forgetFailure: () => void;
  /** Keeps in mind what a provider has found, so that it is known when it is written out. */
  readonly note: (token: Token, items: readonly CompletionItem[]) => void;
  readonly run: (field: HTMLTextAreaElement, written: string, item: CompletionItem) => void;
  /** Does the command that is written out in the field. Returns whether there is one. */
  readonly runWritten: (field: HTMLTextAreaElement) => boolean;
}

/** Does commands, and knows those that are written out: of the lists, and of what has been found so far. */
export function useCommands(providers: readonly CompletionProvider[]): Commands {
  const thread = useThread();
  const shown = useLatest(thread);
  const [failure, setFailure] = useState<Failure>();
  const found = useRef<Found>({ thread, items: [] });

  const start = async (
    field: HTMLTextAreaElement,
    { item, written, args }: { item: CompletionItem; written: string; args: string },
  ) => {
    setFailure(undefined);
    try {
      await item.run?.({ thread, args });
    } catch {
      setFailure((last) => ({ thread, name: item.label, times: (last?.times ?? 0) + 1 }));
      if (shown.current !== thread || !field.isConnected) putIntoComposer(thread, written);
      // Nothing that has been written since is touched.
      else if (field.value === "") putIn(field, written, [0, 0], "historyUndo");
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
    forgetFailure: () => setFailure(undefined),
    note({ trigger, query }, items) {
      // What suits, and is not among them, is there no more.
      const others = foundHere().filter(
        ({ trigger: other, item }) => other !== trigger || filterItems([item], query).length === 0,
      );
      const added = items.flatMap((item) => (item.run ? { trigger, item } : []));
      found.current = { thread, items: [...others, ...added] };
    },
    run(field, written, item) {
      void start(field, { item, written, args: "" });
    },
    runWritten(field) {
      const text = field.value.trim();
      const [name, item] = known()
        .filter(([name, item]) => item.run && isWritten(text, name, item))
        .reduce<[string, CompletionItem?]>(
          (longest, one) => (one[0].length > longest[0].length ? one : longest),
          [""],
        );
      if (!item) return false;
      const args = text.slice(name.length).trim();
      writeIn(field, "", [0, field.value.length]);
      void start(field, { item, written: text, args });
      return true;
    },
  };
}

function isWritten(text: string, name: string, { args }: CompletionItem): boolean {
  const rest = text.slice(name.length);
  const isNamed = fold(text.slice(0, name.length)) === fold(name);
  return isNamed && (rest === "" || (args !== undefined && /^\s/.test(rest)));
}
