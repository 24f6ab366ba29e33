import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { type CompletionProvider, isInlineTrigger } from "./completion.ts";
import { submitForm } from "./insertText.ts";
import type { Commands } from "./useCommands.ts";
import { queryItems } from "./useItems.ts";
import { useProviderKey } from "./useProviderKey.ts";

/** What the menu does with a text of which it is not known whether it is a command. */
interface HeldSubmit {
  /** Whether somebody is being asked; the message waits meanwhile. */
  readonly isSearching: boolean;
  /** How often that has failed, for what is in the field. */
  readonly failures: number;
  /** Takes note that a word has been looked for, with which the message begins. */
  readonly markSearched: (word: string) => void;
  /**
   * Forgets that, unless a text still begins with the word: in another message it is looked for again, as there may
   * be a command of that name by then.
   */
  readonly forgetSearched: (text: string) => void;
  /** Ends it: the person writes on, or wants it to be text. */
  readonly cancel: () => void;
  /** Asks those who may know, and then does the command, or sends the text. Returns whether it has to wait. */
  readonly holdSubmit: (field: HTMLTextAreaElement) => boolean;
}

/** What has been looked for, and by whom. */
interface SearchedWord {
  readonly providerKey: string;
  readonly word: string;
}

/** The message that waits, and whom it waits for. */
interface PendingSearch {
  readonly providerKey: string;
  readonly text: string;
  readonly controller: AbortController;
}

/**
 * Finds out whether what is to be sent is a command, where only a search can tell: a command must not go to the
 * agent because it was pasted, or sent before the menu had its answer.
 *
 * @param onFound - Called when there is something else than what is written, to choose from.
 */
export function useHeldSubmit(
  providers: readonly CompletionProvider[],
  commands: Commands,
  onFound: () => void,
): HeldSubmit {
  const thread = useThread();
  const [query, setQuery] = useState({ isSearching: false, failures: 0 });
  const searched = useRef<SearchedWord>(undefined);
  const pending = useRef<PendingSearch>(undefined);
  const latest = useLatest({ commands, onFound });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another thread nothing is being asked
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
  const markSearched = (word: string) => {
    searched.current = { providerKey, word };
  };
  const forgetSearched = (text: string) => {
    if (searched.current?.word !== firstWord(text)) searched.current = undefined;
  };
  const cancel = () => {
    pending.current?.controller.abort();
    pending.current = undefined;
    if (query.isSearching || query.failures > 0) setQuery({ isSearching: false, failures: 0 });
  };

  const holdSubmit = (field: HTMLTextAreaElement) => {
    const text = field.value.trim();
    const word = firstWord(text);
    const searchable = providers.flatMap((provider) => {
      const { trigger, items: find } = provider;
      const matches = trigger !== "" && word.startsWith(trigger) && !isInlineTrigger(provider);
      return matches && typeof find === "function" ? { trigger, find } : [];
    });
    const isSearched =
      searched.current?.word === word && searched.current.providerKey === providerKey;
    if (searchable.length === 0 || isSearched) return false;
    // Whoever sends it again does not begin anew with a search that takes long.
    if (pending.current?.text === text && pending.current.providerKey === providerKey) return true;
    pending.current?.controller.abort();
    const controller = new AbortController();
    const { signal } = controller;
    pending.current = { providerKey, text, controller };
    setQuery(({ failures }) => ({ isSearching: true, failures }));
    const search = async () => {
      const found = await Promise.all(
        searchable.map(async ({ trigger, find }) => {
          const query = word.slice(trigger.length);
          return { trigger, query, items: await queryItems(find, query, { signal, thread }) };
        }),
      );
      if (signal.aborted) return;
      pending.current = undefined;
      setQuery({ isSearching: false, failures: 0 });
      // Others have put something else there.
      if (!field.isConnected || field.value.trim() !== text) return;
      searched.current = { providerKey, word };
      for (const { trigger, query } of found) {
        const items = found.flatMap((one) => (one.trigger === trigger ? one.items : []));
        latest.current.commands.rememberItems({ trigger, query }, items, true);
      }
      if (latest.current.commands.runTypedCommand(field)) return;
      const hasOtherItems = text === word && found.some(({ items }) => items.length > 0);
      if (hasOtherItems) latest.current.onFound();
      else if (field.form) submitForm(field.form);
    };
    search().catch(() => {
      if (signal.aborted) return;
      pending.current = undefined;
      setQuery(({ failures }) => ({ isSearching: false, failures: failures + 1 }));
    });
    return true;
  };

  return { ...query, markSearched, forgetSearched, cancel, holdSubmit };
}

function firstWord(text: string): string {
  const [word = ""] = text.trim().split(/\s/, 1);
  return word;
}
