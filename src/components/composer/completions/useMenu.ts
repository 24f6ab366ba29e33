import { type RefObject, useCallback, useEffect, useState } from "react";
import { useLatest } from "../../../hooks/internal/useLatest.ts";
import { useThread } from "../../../hooks/providers/useThread.ts";
import { isInputMethodKey, useSubmitOnEnter } from "../../ui/keys.ts";
import { type CompletionItem, type CompletionProvider, isMessageSubmit } from "./completion.ts";
import { providersFor } from "./findToken.ts";
import { insertText } from "./insertText.ts";
import { addMention } from "./mention.ts";
import { useCommands } from "./useCommands.ts";
import { useDeferredSubmit } from "./useDeferredSubmit.ts";
import { type ItemGroup, useItems } from "./useItems.ts";
import { useToken } from "./useToken.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Opens a menu for the word at the caret in the field of the surrounding form, and handles its keys; the focus stays in
 * the field. Listens to native events, which run before React's handlers, so that those see `defaultPrevented` on keys
 * that the menu has used.
 */
export function useMenu(
  anchor: RefObject<Element | null>,
  menu: RefObject<Element | null>,
  providers: readonly CompletionProvider[],
) {
  const thread = useThread();
  const submitsOnEnter = useSubmitOnEnter();
  const [active, setActive] = useState({ key: "", index: 0 });
  const fieldOf = useCallback(
    () => anchor.current?.closest("form")?.querySelector("textarea") ?? null,
    [anchor],
  );
  const { token, updateToken, closeMenu, dismissed, isComposing } = useToken(fieldOf, providers);
  const commands = useCommands(providers);
  const tokenProviders = token ? providersFor(token, providers) : [];
  const groups = useItems(token, tokenProviders);
  const items = groups.flatMap((group) => group.items);
  const hasStatus = (status: ItemGroup["status"]) =>
    groups.some((group) => group.status === status);
  const status = hasStatus("loading") ? "loading" : hasStatus("failed") ? "failed" : "ready";
  const key = JSON.stringify([token?.trigger, token?.query]);
  const last = items.length - 1;
  const index = active.key === key ? Math.min(active.index, last) : 0;

  /** Clears dismissed and searched words, which belong to the previous message. */
  const resetForNextMessage = () => {
    dismissed.current = undefined;
    heldSubmit.forgetSearched("");
    closeMenu();
  };

  const close = () => {
    dismissed.current = token?.start;
    closeMenu();
  };

  /** Inserts or runs an item. @param isByTab - True when Tab accepted the item, which only inserts. */
  const acceptItem = (item: CompletionItem, isByTab = false) => {
    const field = fieldOf();
    if (!field || !token) return;
    const { trigger, start, end } = token;
    const name = trigger + item.label;
    closeMenu();
    if (item.run && item.args === undefined && !isByTab) {
      insertText(field, "", [start, end]);
      commands.runItem(name, item);
      return;
    }
    const { text = name, context } = item;
    if (context) addMention(thread, text, context);
    const isSpaced = /^\s/.test(field.value.slice(end));
    insertText(field, isSpaced ? text : `${text} `, [start, end]);
  };

  const heldSubmit = useDeferredSubmit(providers, commands, () => {
    fieldOf()?.focus();
    updateToken(true);
  });

  /** Runs or holds back a text that is or may be a command. Returns true when the submit is handled. */
  const interceptsSubmit = (field: HTMLTextAreaElement) => {
    if (commands.runTypedCommand(field)) return true;
    // After closing the menu with Escape, the text is sent as a message.
    if (dismissed.current !== undefined && dismissed.current === field.value.search(/\S/))
      return false;
    if (!heldSubmit.deferSubmit(field)) return false;
    // Closes the menu, because the search is now for the whole command.
    closeMenu();
    return true;
  };

  /** Closes the menu, or cancels a held submit. Returns false when there is neither. */
  const handleEscape = () => {
    if (token) close();
    else if (heldSubmit.isSearching) dismissed.current = fieldOf()?.value.search(/\S/);
    else return false;
    heldSubmit.cancelSearch();
    return true;
  };

  /** Returns true when the menu has used the key. */
  const handleKey = (name: string, field: HTMLTextAreaElement): boolean => {
    const step = STEPS[name];
    const item = items[index];
    if (name === "Escape") return handleEscape();
    if (item && step) {
      setActive({ key, index: (index + step + items.length) % items.length });
      return true;
    }
    if (item && (name === "Enter" || name === "Tab")) {
      acceptItem(item, name === "Tab");
      return true;
    }
    return name === "Enter" && submitsOnEnter && interceptsSubmit(field);
  };

  const handlers = useLatest({
    keydown(event: KeyboardEvent) {
      const { key: name, shiftKey, altKey, ctrlKey, metaKey } = event;
      const field = fieldOf();
      if (!field || event.target !== field || event.defaultPrevented) return;
      if (isInputMethodKey(event)) return;
      if (shiftKey || altKey || ctrlKey || metaKey) return;
      if (handleKey(name, field)) event.preventDefault();
    },
    input(event: InputEvent) {
      if (event.target !== fieldOf()) return;
      // A restored text does not open the menu.
      const isUndone = event.inputType === "historyUndo";
      heldSubmit.cancelSearch();
      heldSubmit.forgetSearched(fieldOf()?.value ?? "");
      if (!isUndone) commands.clearFailure();
      updateToken(!isUndone);
    },
    selectionchange: () => updateToken(false),
    compositionstart() {
      isComposing.current = true;
    },
    compositionend() {
      isComposing.current = false;
      updateToken(true);
    },
    focusout({ relatedTarget }: FocusEvent) {
      if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget)))
        updateToken(false);
    },
    submit(event: SubmitEvent) {
      const field = fieldOf();
      const isFree = !event.defaultPrevented && isMessageSubmit(event);
      if (field && isFree && interceptsSubmit(field)) event.preventDefault();
      else if (isFree) resetForNextMessage();
    },
  });

  useEffect(() => {
    if (!token || status === "loading") return;
    commands.rememberItems(token, items, status === "ready");
    if (status === "ready" && token.isFirst) heldSubmit.markSearched(token.trigger + token.query);
  });
  useEffect(() => {
    const field = fieldOf();
    // After React's commit, which would overwrite a change to a controlled field.
    if (field && commands.failedTexts.length > 0) queueMicrotask(() => commands.restoreText(field));
  });
  useFormListeners(anchor, handlers);

  return {
    token,
    groups,
    status,
    items,
    index,
    failure: commands.failure,
    failedTexts: commands.failedTexts,
    isSearching: heldSubmit.isSearching,
    searchFailures: heldSubmit.failures,
    fieldOf,
    close,
    acceptItem,
    setActiveIndex: (at: number) => setActive({ key, index: at }),
  };
}

type Handlers = { readonly current: Readonly<Record<string, (event: never) => void>> };

/** Listens to the events of the surrounding form, because the field in it may be replaced. */
function useFormListeners(anchor: RefObject<Element | null>, handlers: Handlers): void {
  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return;
    const types = ["keydown", "input", "compositionstart", "compositionend", "focusout", "submit"];
    const removers = [
      ...types.map((type) => listen(form, type, handlers)),
      listen(form.ownerDocument, "selectionchange", handlers),
    ];
    return () => {
      for (const stop of removers) stop();
    };
  }, [handlers, anchor]);
}

function listen(target: EventTarget, type: string, handlers: Handlers): () => void {
  // The browser calls a listener with an event of its type.
  const handler = (event: Event) => handlers.current[type]?.(event as never);
  target.addEventListener(type, handler);
  return () => target.removeEventListener(type, handler);
}
