import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import { useThread } from "../../hooks/useThread.ts";
import { type CompletionProvider, isAnywhere } from "./completion.ts";
import { submitForm } from "./submitForm.ts";
import type { Commands } from "./useCommands.ts";
import { ask } from "./useFoundItems.ts";

/** What the menu does with a text of which it is not known whether it is a command. */
interface Hold {
  /** Whether somebody is being asked; the message waits meanwhile. */
  readonly isAsking: boolean;
  /** How often that has failed, for what is in the field. */
  readonly failures: number;
  /** Takes note that a word has been looked for, or is to be text. */
  readonly know: (word: string) => void;
  /** Ends it: the person writes on, or wants it to be text. */
  readonly letGo: () => void;
  /** Asks those who may know, and then does the command, or sends the text. Returns whether it has to wait. */
  readonly hold: (field: HTMLTextAreaElement) => boolean;
}

/**
 * Finds out whether what is to be sent is a command, where only a search can tell: a command must not go to the
 * agent because it was pasted, or sent before the menu had its answer.
 *
 * @param onFound - Called when there is something else than what is written, to choose from.
 */
export function useHold(
  providers: readonly CompletionProvider[],
  commands: Commands,
  onFound: () => void,
): Hold {
  const thread = useThread();
  const [asked, setAsked] = useState({ isAsking: false, failures: 0 });
  const known = useRef({ thread, words: new Set<string>() });
  const asking = useRef<AbortController>(undefined);
  const latest = useLatest({ commands, onFound });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another thread nothing is being asked
  useEffect(
    () => () => {
      asking.current?.abort();
      setAsked({ isAsking: false, failures: 0 });
    },
    [thread],
  );

  const knownHere = () => {
    if (known.current.thread !== thread) known.current = { thread, words: new Set() };
    return known.current.words;
  };

  const letGo = () => {
    asking.current?.abort();
    asking.current = undefined;
    if (asked.isAsking || asked.failures > 0) setAsked({ isAsking: false, failures: 0 });
  };

  const hold = (field: HTMLTextAreaElement) => {
    const text = field.value.trim();
    const [word = ""] = text.split(/\s/, 1);
    const able = providers.flatMap((provider) => {
      const { trigger, items: find } = provider;
      const isMeant = trigger !== "" && word.startsWith(trigger) && !isAnywhere(provider);
      return isMeant && typeof find === "function" ? { trigger, find } : [];
    });
    if (able.length === 0 || knownHere().has(word)) return false;
    asking.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking.current = controller;
    setAsked(({ failures }) => ({ isAsking: true, failures }));
    const search = async () => {
      const found = await Promise.all(
        able.map(async ({ trigger, find }) => {
          const query = word.slice(trigger.length);
          return { trigger, query, items: await ask(find, query, { signal, thread }) };
        }),
      );
      if (signal.aborted || field.value.trim() !== text) return;
      setAsked({ isAsking: false, failures: 0 });
      knownHere().add(word);
      for (const { trigger, query } of found) {
        const items = found.flatMap((one) => (one.trigger === trigger ? one.items : []));
        latest.current.commands.note({ trigger, query }, items, true);
      }
      if (latest.current.commands.runWritten(field)) return;
      const isElse = text === word && found.some(({ items }) => items.length > 0);
      if (isElse) latest.current.onFound();
      else if (field.form) submitForm(field.form);
    };
    search().catch(() => {
      if (!signal.aborted)
        setAsked(({ failures }) => ({ isAsking: false, failures: failures + 1 }));
    });
    return true;
  };

  return { ...asked, know: (word) => knownHere().add(word), letGo, hold };
}
