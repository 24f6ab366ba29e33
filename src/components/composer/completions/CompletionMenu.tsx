import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useClassName } from "../../settings/settings.tsx";
import { useStrings } from "../../strings/useStrings.ts";
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx";
import type { CompletionItem } from "./completion.ts";
import { submitComposer } from "./insertText.ts";
import { type CompletionMenuProps, LoadingMenu } from "./LoadingMenu.tsx";
import { useProviderKey, validateItems } from "./useItems.ts";
import { useMenu } from "./useMenu.ts";

/**
 * Renders the completions menu. When items are invalid, users can still send text, but no command is sent as
 * a message.
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
  const strings = useStrings();
  const { completions: completionStrings } = strings;
  // Before the first keystroke, because a pasted command would not open the menu and would be sent.
  useMemo(() => {
    for (const { items } of providers) if (typeof items !== "function") validateItems(items);
  }, [providers]);
  const id = useId();
  const status = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const state = useMenu(status, menu, providers);
  const { token, groups, items, index, failure, failedTexts, fieldOf, acceptItem } = state;
  const menuClass = useClassName("Completions", "agk-completions", className);
  const isOpen = token !== undefined;
  const activeId = items.length > 0 ? `${id}-${index}` : undefined;
  const isGrouped = groups.length > 1;
  const isEmpty = items.length === 0 && state.status === "ready";
  const count =
    items.length > 0 ? completionStrings.count(items.length) : completionStrings.noResults;
  const pendingGroups = groups.flatMap(({ provider, status: groupStatus }) =>
    groupStatus === "ready"
      ? []
      : isGrouped
        ? `${provider.label}: ${completionStrings[groupStatus]}`
        : completionStrings[groupStatus],
  );
  const announcesCount = pendingGroups.length === 0 || (isGrouped && items.length > 0);
  const announcement = [...(announcesCount ? [count] : []), ...pendingGroups].join(" ");

  useEffect(() => {
    const field = fieldOf();
    if (!field) return;
    // The field keeps its role: ARIA does not allow `combobox` on a multi-line field, and a textbox has no `aria-expanded`.
    // The status element announces the menu.
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
    // Deferred, so that the trial mount of StrictMode does not submit.
    queueMicrotask(() => {
      const text = pendingSubmit.current;
      const field = fieldOf();
      if (!isMounted || !field?.form || text === undefined) return;
      pendingSubmit.current = undefined;
      // The user has edited the text since.
      if (field.value === text) submitComposer(field.form);
    });
    return () => {
      isMounted = false;
    };
  }, [pendingSubmit, fieldOf]);
  useIsomorphicLayoutEffect(() => {
    if (menu.current) positionMenu(menu.current);
  });
  // Keeps the active option visible.
  useIsomorphicLayoutEffect(() => {
    scrollOptionIntoView(menu.current, menu.current?.querySelector("[aria-selected=true]"));
  }, [activeId, token?.query]);

  return (
    <>
      {failure && (
        // A new key for each failure, because screen readers announce only new elements.
        <p className="agk-composer-problem" role="alert" key={failure.count}>
          {[
            completionStrings.commandFailed(failure.name),
            ...failedTexts.map(completionStrings.textSaved),
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
        // biome-ignore lint/a11y/noStaticElementInteractions: prevents a press from taking the focus out of the field
        <div
          className={menuClass}
          data-status={state.status}
          ref={menu}
          onMouseDown={(event) => event.preventDefault()}
        >
          {items.length > 0 && (
            // A scrollable element must be reachable by keyboard to pass accessibility checks. It returns the
            // focus at once, because no key works there.
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
              {groups.map(({ provider, items: groupItems }, groupIndex) => {
                const first = groups.slice(0, groupIndex).flatMap((group) => group.items).length;
                const options = groupItems.map((item, itemIndex) => (
                  <Option
                    key={item.id}
                    id={`${id}-${first + itemIndex}`}
                    item={item}
                    isActive={first + itemIndex === index}
                    onHover={() => state.setActiveIndex(first + itemIndex)}
                    onAccept={() => acceptItem(item)}
                  />
                ));
                if (!isGrouped || groupItems.length === 0) return options;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields
                  // biome-ignore lint/suspicious/noArrayIndexKey: two providers may have the same label
                  <div role="group" aria-label={provider.label} key={groupIndex}>
                    <div className="agk-completion-note" aria-hidden="true">
                      <small dir="auto">{provider.label}</small>
                    </div>
                    {options}
                  </div>
                );
              })}
            </div>
          )}
          {/* Announced by the status element below. */}
          {(isEmpty ? [completionStrings.noResults] : pendingGroups).map((note) => (
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
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, see aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      className="agk-completion"
      role="option"
      id={id}
      aria-selected={isActive}
      // An active option has no handler, so a list that moves under a resting pointer changes nothing.
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

/** Distance between the menu and the edges around it, in CSS pixels. */
const MARGIN_PX = 8;

/** Smallest height for a menu above the form, in CSS pixels. */
const MIN_HEIGHT_PX = 120;

/**
 * Places the menu above its form, limited to the chat and the viewport, or below the form when there is more
 * room. The styles make the menu as wide as the form.
 */
function positionMenu(menu: HTMLElement): void {
  const form = menu.closest("form")?.getBoundingClientRect();
  const chat = menu.closest(".agk-chat")?.getBoundingClientRect();
  if (!form) return;
  const above = form.top - Math.max(chat?.top ?? 0, 0);
  const below = Math.min(chat?.bottom ?? innerHeight, innerHeight) - form.bottom;
  const isBelow = above < MIN_HEIGHT_PX && below > above;
  menu.toggleAttribute("data-below", isBelow);
  menu.style.maxBlockSize = `min(18em, ${(isBelow ? below : above) - MARGIN_PX}px)`;
}

/** Scrolls only the menu itself as far as an option needs to be visible. */
function scrollOptionIntoView(box: HTMLElement | null, option: Element | null | undefined): void {
  if (!box || !option) return;
  const outer = box.getBoundingClientRect();
  const inner = option.getBoundingClientRect();
  box.scrollTop += Math.min(0, inner.top - outer.top - MARGIN_PX);
  box.scrollTop += Math.max(0, inner.bottom - outer.bottom + MARGIN_PX);
}
