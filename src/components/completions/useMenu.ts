import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import { useThread } from "../../hooks/useThread.ts";
import type { CompletionItem, CompletionProvider } from "./completion.ts";
import { findToken, isAnywhere, isSameToken, type Token } from "./findToken.ts";
import { mention } from "./mention.ts";
import { useCommands } from "./useCommands.ts";
import { useFoundItems } from "./useFoundItems.ts";
import { writeIn } from "./writeIn.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Watches the field of the form around an element, opens a menu for the word that is being written there, and
 * takes its keys. The focus stays in the field. Keys of an input method are left to it.
 *
 * The events are the browser's, which come before React's: whoever handles the same keys there finds
 * `defaultPrevented` on those that have been used.
 */
export function useMenu(
  inside: RefObject<Element | null>,
  menu: RefObject<Element | null>,
  providers: readonly CompletionProvider[],
) {
  const thread = useThread();
  const [token, setToken] = useState<Token>();
  const [active, setActive] = useState({ key: "", index: 0 });
  /** Where the word begins whose menu has been closed. */
  const dismissed = useRef<number>(undefined);
  const isComposing = useRef(false);
  const commands = useCommands(providers);
  const provider = token && providers.find(({ trigger }) => trigger === token.trigger);
  const { status, items } = useFoundItems(token, provider);
  const key = JSON.stringify([token?.trigger, token?.query]);
  const last = items.length - 1;
  const index = active.key === key ? Math.min(active.index, last) : 0;

  const fieldOf = useCallback(
    () => inside.current?.closest("form")?.querySelector("textarea") ?? null,
    [inside],
  );

  /** @param isWriting - Whether a menu may be opened: going by a word with the caret opens none. */
  const read = (isWriting: boolean) => {
    const field = fieldOf();
    if (!field || isComposing.current) return;
    const { value, selectionStart: caret, selectionEnd } = field;
    const hasCaret = isFocused(field) && caret === selectionEnd;
    const next = hasCaret ? findToken(value, caret, providers) : undefined;
    if (next?.start !== dismissed.current) dismissed.current = undefined;
    const isOpen = next && dismissed.current === undefined && (isWriting || token);
    const shown = isOpen ? next : undefined;
    // The place as well, since what is in front of it may have changed.
    if (!isSameToken(shown, token) || shown?.end !== token?.end) setToken(shown);
  };

  const close = () => {
    dismissed.current = token?.start;
    setToken(undefined);
  };

  /** @param isByTab - It only writes. */
  const take = (item: CompletionItem, isByTab = false) => {
    const field = fieldOf();
    if (!field || !token) return;
    const { trigger, start, end } = token;
    const name = trigger + item.label;
    setToken(undefined);
    if (item.run && item.args === undefined && !isByTab) {
      writeIn(field, "", [start, end]);
      commands.run(field, name, item);
      return;
    }
    const { text = name, context } = item;
    if (context) mention(thread, text, context);
    const isSpaced = /^\s/.test(field.value.slice(end));
    writeIn(field, isSpaced ? text : `${text} `, [start, end]);
  };

  /** Whether what is written is no message: a command, which is done, or one that is being looked for. */
  const isTaken = (field: HTMLTextAreaElement) =>
    commands.runWritten(field) || (status === "loading" && provider && !isAnywhere(provider));

  const handleKey = (event: KeyboardEvent) => {
    const { key: name, shiftKey, altKey, ctrlKey, metaKey, currentTarget } = event;
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    if (shiftKey || altKey || ctrlKey || metaKey) return;
    const step = STEPS[name];
    const item = items[index];
    const isTaking = name === "Enter" || name === "Tab";
    if (token && name === "Escape") close();
    else if (item && step) setActive({ key, index: (index + step + items.length) % items.length });
    else if (item && isTaking) take(item, name === "Tab");
    else if (name !== "Enter" || !isTaken(currentTarget as HTMLTextAreaElement)) return;
    event.preventDefault();
  };

  const handlers = useLatest({
    keydown: (event: Event) => handleKey(event as KeyboardEvent),
    input: (event: Event) => {
      // What comes back has not been written.
      const isUndone = (event as InputEvent).inputType === "historyUndo";
      if (!isUndone) commands.forgetFailure();
      read(!isUndone);
    },
    selectionchange: () => read(false),
    compositionstart: () => {
      isComposing.current = true;
    },
    compositionend: () => {
      isComposing.current = false;
      read(true);
    },
    focusout: (event: Event) => {
      const { relatedTarget } = event as FocusEvent;
      if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) read(false);
    },
    submit: (event: Event) => {
      const { submitter } = event as SubmitEvent;
      const field = fieldOf();
      const isStop = submitter instanceof HTMLButtonElement && submitter.value === "stop";
      if (field && !isStop && isTaken(field)) event.preventDefault();
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what may have been written before it was loaded
  useEffect(() => read(true), []);
  // What is sent, or put into the field by others, is no event of the field.
  useEffect(() => {
    if (token) read(false);
  });
  useEffect(() => {
    if (token && status === "ready") commands.note(token, items);
  });
  useEffect(() => {
    const field = fieldOf();
    if (!field) return;
    const { form } = field;
    const forget = [
      listen(field, "keydown", handlers),
      listen(field, "input", handlers),
      listen(field, "compositionstart", handlers),
      listen(field, "compositionend", handlers),
      listen(field, "focusout", handlers),
      listen(field.ownerDocument, "selectionchange", handlers),
      form && listen(form, "submit", handlers),
    ];
    return () => {
      for (const stop of forget) stop?.();
    };
  }, [handlers, fieldOf]);

  return {
    token,
    provider,
    status,
    items,
    index,
    failure: commands.failure,
    fieldOf,
    close,
    take,
    point: (place: number) => setActive({ key, index: place }),
  };
}

type Handlers<K extends string> = { readonly current: Readonly<Record<K, (event: Event) => void>> };

function listen<K extends string>(target: EventTarget, type: K, handlers: Handlers<K>) {
  const handler = (event: Event) => handlers.current[type](event);
  target.addEventListener(type, handler);
  return () => target.removeEventListener(type, handler);
}

function isFocused(field: Element): boolean {
  const root = field.getRootNode() as Document | ShadowRoot;
  return root.activeElement === field;
}
