import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { type CompletionProvider, isInlineTrigger } from "./completion.ts";
import { submitComposer } from "./insertText.ts";
import type { Commands } from "./useCommands.ts";
import { queryItems, useProviderKey } from "./useItems.ts";

/** Handling of a submitted text that may be a command. */
interface DeferredSubmit {
  /** True while a search decides whether the text is a command. The message waits. */
  readonly isSearching: boolean;
  /** Number of failed searches for the current text. */
  readonly failures: number;
  /** Records that the providers were searched for the first word of the message. */
  readonly markSearched: (commandText: string) => void;
  /**
   * Forgets the searched word, unless the text still starts with it. The next message is searched again,
   * because the command may exist by then.
   */
  readonly forgetSearched: (text: string) => void;
  /** Cancels the search: the user edits the text, or wants to send it as text. */
  readonly cancelSearch: () => void;
  /**
   * Searches for the command if necessary, then runs it or submits the text. Returns true when the submit has
   * to wait.
   */
  readonly deferSubmit: (field: HTMLTextAreaElement) => boolean;
}

interface SearchedWord {
  readonly providerKey: string;
  readonly commandText: string;
}

interface PendingSearch {
  readonly providerKey: string;
  readonly text: string;
  readonly controller: AbortController;
}

/**
 * Holds back a submitted text while a search decides whether it is a command. A command must not reach the
 * agent because it was pasted, or sent before the menu had its results.
 *
 * @param onFound - Called when the search found other items to choose from.
 */
export function useDeferredSubmit(
  providers: readonly CompletionProvider[],
  commands: Commands,
  onFound: () => void,
): DeferredSubmit {
  const thread = useThread();
  const [query, setQuery] = useState({ isSearching: false, failures: 0 });
  const searched = useRef<SearchedWord>(undefined);
  const pending = useRef<PendingSearch>(undefined);
  const latest = useLatest({ commands, onFound });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search belongs to one thread
  useEffect(
    () => () => {
      pending.current?.controller.abort();
      pending.current = undefined;
      searched.current = undefined;
      setQuery({ isSearching: false, failures: 0 });
    },
    [thread],
  );

  const providerKey = useProviderKey(providers);
  const markSearched = (commandText: string) => {
    searched.current = { providerKey, commandText };
  };
  const forgetSearched = (text: string) => {
    if (searched.current?.commandText !== firstWord(text)) searched.current = undefined;
  };
  const cancelSearch = () => {
    pending.current?.controller.abort();
    pending.current = undefined;
    if (query.isSearching || query.failures > 0) setQuery({ isSearching: false, failures: 0 });
  };

  const deferSubmit = (field: HTMLTextAreaElement) => {
    const text = field.value.trim();
    const commandText = firstWord(text);
    const searchable = providers.flatMap((provider) => {
      const { trigger, items: find } = provider;
      const matches =
        trigger !== "" && commandText.startsWith(trigger) && !isInlineTrigger(provider);
      return matches && typeof find === "function" ? { trigger, find } : [];
    });
    const isSearched =
      searched.current?.commandText === commandText && searched.current.providerKey === providerKey;
    if (searchable.length === 0 || isSearched) return false;
    // A repeated submit keeps waiting for the search that is already running.
    if (pending.current?.text === text && pending.current.providerKey === providerKey) return true;
    pending.current?.controller.abort();
    const controller = new AbortController();
    const { signal } = controller;
    pending.current = { providerKey, text, controller };
    setQuery(({ failures }) => ({ isSearching: true, failures }));
    const search = async () => {
      const results = await Promise.all(
        searchable.map(async ({ trigger, find }) => {
          const query = commandText.slice(trigger.length);
          return { trigger, query, items: await queryItems(find, query, { signal, thread }) };
        }),
      );
      if (signal.aborted) return;
      pending.current = undefined;
      setQuery({ isSearching: false, failures: 0 });
      // The field has another text by now.
      if (!field.isConnected || field.value.trim() !== text) return;
      searched.current = { providerKey, commandText };
      for (const { trigger, query } of results) {
        const items = results.flatMap((result) => (result.trigger === trigger ? result.items : []));
        latest.current.commands.rememberItems({ trigger, query }, items, true);
      }
      if (latest.current.commands.runTypedCommand(field)) return;
      const hasOtherItems = text === commandText && results.some(({ items }) => items.length > 0);
      if (hasOtherItems) latest.current.onFound();
      else if (field.form) submitComposer(field.form);
    };
    search().catch(() => {
      if (signal.aborted) return;
      pending.current = undefined;
      setQuery(({ failures }) => ({ isSearching: false, failures: failures + 1 }));
    });
    return true;
  };

  return { ...query, markSearched, forgetSearched, cancelSearch, deferSubmit };
}

function firstWord(text: string): string {
  const [commandText = ""] = text.trim().split(/\s/, 1);
  return commandText;
}
