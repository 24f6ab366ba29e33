import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useClassName, useSettings } from "../../settings/settings.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import type { CompletionItem } from "./completion.ts";
import { submitForm } from "./insertText.ts";
import { type CompletionMenuProps, LoadingMenu } from "./LoadingMenu.tsx";
import { positionMenu, scrollOptionIntoView } from "./positionMenu.ts";
import { validateItems } from "./useItems.ts";
import { useMenu } from "./useMenu.ts";
import { useProviderKey } from "./useProviderKey.ts";

/**
 * What `Completions` loads. Where a list is none, or a label missing, the field stays one for text, and sends no
 * command as one.
 */
export function CompletionMenu(props: CompletionMenuProps): ReactNode {
  const content = useProviderKey(props.providers);
  const [attempts, setAttempts] = useState(0);
  const handleRetry = () => setAttempts((count) => count + 1);
  return (
    <ErrorBoundary
      fallback={<LoadingMenu {...props} onRetry={handleRetry} />}
      resetKeys={[content, attempts]}
    >
      <Menu {...props} />
    </ErrorBoundary>
  );
}

function Menu({ providers, className, pendingSubmit }: CompletionMenuProps): ReactNode {
  const { completions: completionStrings } = useStrings();
  // Before anything is written: what is pasted opens no menu, and would be sent.
  useMemo(() => {
    for (const { items } of providers) if (typeof items !== "function") validateItems(items);
  }, [providers]);
  const id = useId();
  const status = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const state = useMenu(status, menu, providers);
  const { token, groups, items, index, failure, failedTexts, fieldOf, acceptItem } = state;
  const { strings } = useSettings();
  const menuClass = useClassName("Completions", "agk-completions", className);
  const isOpen = token !== undefined;
  const activeId = items.length > 0 ? `${id}-${index}` : undefined;
  const isGrouped = groups.length > 1;
  const isEmpty = items.length === 0 && state.status === "ready";
  const count =
    items.length > 0 ? completionStrings.count(items.length) : completionStrings.nothing;
  const pendingGroups = groups.flatMap(({ provider, status: how }) =>
    how === "ready"
      ? []
      : isGrouped
        ? `${provider.label}: ${completionStrings[how]}`
        : completionStrings[how],
  );
  const announcesCount = pendingGroups.length === 0 || (isGrouped && items.length > 0);
  const announcement = [...(announcesCount ? [count] : []), ...pendingGroups].join(" ");

  useEffect(() => {
    const field = fieldOf();
    if (!field) return;
    // No role of its own: of a field of several lines a combobox is not allowed, and a text field has no
    // `aria-expanded`. That something is open is said, and seen by what is active.
    setOrRemove(field, "aria-autocomplete", "list");
    setOrRemove(field, "aria-haspopup", "listbox");
    setOrRemove(field, "aria-controls", activeId && id);
    setOrRemove(field, "aria-activedescendant", activeId);
    return () => {
      for (const name of ARIA_ATTRIBUTES) field.removeAttribute(name);
    };
  });
  useEffect(() => {
    let isMounted = true;
    // Not at once: what is mounted on trial, as under StrictMode, asks nobody.
    queueMicrotask(() => {
      const text = pendingSubmit.current;
      const field = fieldOf();
      if (!isMounted || !field?.form || text === undefined) return;
      pendingSubmit.current = undefined;
      // Whoever has written on has not sent it.
      if (field.value === text) submitForm(field.form);
    });
    return () => {
      isMounted = false;
    };
  }, [pendingSubmit, fieldOf]);
  useIsomorphicLayoutEffect(() => {
    if (menu.current) positionMenu(menu.current);
  });
  // Another one is active.
  useIsomorphicLayoutEffect(() => {
    scrollOptionIntoView(menu.current, menu.current?.querySelector("[aria-selected=true]"));
  }, [activeId, token?.query]);

  return (
    <>
      {failure && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" role="alert" key={failure.count}>
          {[
            completionStrings.notDone(failure.name),
            ...failedTexts.map(completionStrings.kept),
          ].join(" ")}
        </p>
      )}
      {state.searchFailures > 0 && (
        <p className="agk-composer-problem" role="alert" key={-state.searchFailures}>
          {strings.notSent}
        </p>
      )}
      {state.isSearching && (
        <p className="agk-composer-problem" data-waiting aria-hidden="true">
          {completionStrings.loading}
        </p>
      )}
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a press on it leaves the focus in the field
        <div
          className={menuClass}
          data-status={state.status}
          ref={menu}
          onMouseDown={(event) => event.preventDefault()}
        >
          {items.length > 0 && (
            // What scrolls has to be in reach of a keyboard for the checks, and is left at once: no key works there.
            <div
              role="listbox"
              id={id}
              aria-label={groups.map(({ provider }) => provider.label).join(", ")}
              tabIndex={0}
              onFocus={() => {
                fieldOf()?.focus();
                state.close();
              }}
            >
              {groups.map(({ provider, items: groupItems }, at) => {
                const first = groups.slice(0, at).flatMap((group) => group.items).length;
                const options = groupItems.map((item, nth) => (
                  <Option
                    key={item.id}
                    id={`${id}-${first + nth}`}
                    item={item}
                    isActive={first + nth === index}
                    onHover={() => state.setActiveIndex(first + nth)}
                    onAccept={() => acceptItem(item)}
                  />
                ));
                if (!isGrouped || groupItems.length === 0) return options;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
                  <div role="group" aria-label={provider.label} key={at}>
                    <div className="agk-completion-note" aria-hidden="true">
                      <small dir="auto">{provider.label}</small>
                    </div>
                    {options}
                  </div>
                );
              })}
            </div>
          )}
          {/* Said below, in an element that is there before. */}
          {(isEmpty ? [completionStrings.nothing] : pendingGroups).map((note) => (
            <p className="agk-completion-note" aria-hidden="true" key={note}>
              {note}
            </p>
          ))}
        </div>
      )}
      <span className="agk-sr-only" role="status" ref={status}>
        {isOpen ? announcement : state.isSearching && completionStrings.loading}
      </span>
    </>
  );
}

const ARIA_ATTRIBUTES = [
  "aria-autocomplete",
  "aria-haspopup",
  "aria-controls",
  "aria-activedescendant",
];

function setOrRemove(field: Element, name: string, value: string | undefined): void {
  if (value === undefined) field.removeAttribute(name);
  else field.setAttribute(name, value);
}

interface OptionProps {
  readonly id: string;
  readonly item: CompletionItem;
  readonly isActive: boolean;
  readonly onHover: () => void;
  readonly onAccept: () => void;
}

function Option({ id, item, isActive, onHover, onAccept }: OptionProps): ReactNode {
  const { label, description, icon, args } = item;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      className="agk-completion"
      role="option"
      id={id}
      aria-selected={isActive}
      // Not when the list moves under a mouse that lies still.
      onMouseMove={isActive ? undefined : onHover}
      onClick={onAccept}
    >
      {icon !== undefined && <span aria-hidden="true">{icon}</span>}
      <span dir="auto">{label}</span>
      {args !== undefined && <i dir="auto">{args}</i>}
      {description !== undefined && <small dir="auto">{description}</small>}
    </div>
  );
}
