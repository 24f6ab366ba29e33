import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { type CompletionProvider, isAnywhere } from "./completion.ts";
import { submitForm } from "./submitForm.ts";
import type { Commands } from "./useCommands.ts";
import { ask } from "./useItems.ts";
import { useContentOf } from "./useProviderKey.ts";

/** What the menu does with a text of which it is not known whether it is a command. */
interface Hold {
  /** Whether somebody is being asked; the message waits meanwhile. */
  readonly isAsking: boolean;
  /** How often that has failed, for what is in the field. */
  readonly failures: number;
  /** Takes note that a word has been looked for, with which the message begins. */
  readonly know: (word: string) => void;
  /**
   * Forgets that, unless a text still begins with the word: in another message it is looked for again, as there may
   * be a command of that name by then.
   */
  readonly forget: (text: string) => void;
  /** Ends it: the person writes on, or wants it to be text. */
  readonly letGo: () => void;
  /** Asks those who may know, and then does the command, or sends the text. Returns whether it has to wait. */
  readonly hold: (field: HTMLTextAreaElement) => boolean;
}

/** What has been looked for, and by whom. */
interface Word {
  readonly of: string;
  readonly word: string;
}

/** The message that waits, and whom it waits for. */
interface Asking {
  readonly of: string;
  readonly text: string;
  readonly controller: AbortController;
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
  const known = useRef<Word>(undefined);
  const asking = useRef<Asking>(undefined);
  const latest = useLatest({ commands, onFound });
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another thread nothing is being asked
  useEffect(
    () => () => {
      asking.current?.controller.abort();
      asking.current = undefined;
      known.current = undefined;
      setAsked({ isAsking: false, failures: 0 });
    },
    [thread],
  );

  const of = useContentOf(providers);
  const know = (word: string) => {
    known.current = { of, word };
  };
  const forget = (text: string) => {
    if (known.current?.word !== firstWord(text)) known.current = undefined;
  };
  const letGo = () => {
    asking.current?.controller.abort();
    asking.current = undefined;
    if (asked.isAsking || asked.failures > 0) setAsked({ isAsking: false, failures: 0 });
  };

  const hold = (field: HTMLTextAreaElement) => {
    const text = field.value.trim();
    const word = firstWord(text);
    const able = providers.flatMap((provider) => {
      const { trigger, items: find } = provider;
      const isMeant = trigger !== "" && word.startsWith(trigger) && !isAnywhere(provider);
      return isMeant && typeof find === "function" ? { trigger, find } : [];
    });
    const isKnown = known.current?.word === word && known.current.of === of;
    if (able.length === 0 || isKnown) return false;
    // Whoever sends it again does not begin anew with a search that takes long.
    if (asking.current?.text === text && asking.current.of === of) return true;
    asking.current?.controller.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asking.current = { of, text, controller };
    setAsked(({ failures }) => ({ isAsking: true, failures }));
    const search = async () => {
      const found = await Promise.all(
        able.map(async ({ trigger, find }) => {
          const query = word.slice(trigger.length);
          return { trigger, query, items: await ask(find, query, { signal, thread }) };
        }),
      );
      if (signal.aborted) return;
      asking.current = undefined;
      setAsked({ isAsking: false, failures: 0 });
      // Others have put something else there.
      if (!field.isConnected || field.value.trim() !== text) return;
      known.current = { of, word };
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
      if (signal.aborted) return;
      asking.current = undefined;
      setAsked(({ failures }) => ({ isAsking: false, failures: failures + 1 }));
    });
    return true;
  };

  return { ...asked, know, forget, letGo, hold };
}

function firstWord(text: string): string {
  const [word = ""] = text.trim().split(/\s/, 1);
  return word;
}
