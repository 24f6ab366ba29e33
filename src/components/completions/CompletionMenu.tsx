import { type ReactNode, useEffect, useId, useRef } from "react";
import { Boundary } from "../Boundary.tsx";
import type { CompletionsProps } from "../parts.ts";
import { useClass } from "../settings.tsx";
import { useBeforePaint } from "../useBeforePaint.ts";
import { useStrings } from "../useStrings.ts";
import type { CompletionItem } from "./completion.ts";
import { placeMenu, showLine } from "./placeMenu.ts";
import { useMenu } from "./useMenu.ts";

/** What `Completions` loads. Where a list is none, or a label missing, the field stays one for text. */
export function CompletionMenu(props: CompletionsProps): ReactNode {
  return (
    <Boundary fallback={null} resetKeys={[props.providers]}>
      <Menu {...props} />
    </Boundary>
  );
}

function Menu({ providers, className }: CompletionsProps): ReactNode {
  const { completions: words } = useStrings();
  const id = useId();
  const status = useRef<HTMLSpanElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const state = useMenu(status, menu, providers);
  const { token, provider, items, index, failure, fieldOf, take } = state;
  const menuClass = useClass("Completions", "agk-completions", className);
  const isOpen = token !== undefined;
  const activeId = items.length > 0 ? `${id}-${index}` : undefined;
  const says =
    state.status === "ready"
      ? items.length > 0
        ? words.count(items.length)
        : words.nothing
      : words[state.status];

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
      for (const name of LINKS) field.removeAttribute(name);
    };
  });
  useBeforePaint(() => {
    if (menu.current) placeMenu(menu.current);
  });
  // Another one is active.
  useBeforePaint(() => {
    showLine(menu.current, menu.current?.querySelector("[aria-selected=true]"));
  }, [activeId, token?.query]);

  return (
    <>
      {failure && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" role="alert" key={failure.times}>
          {words.notDone(failure.name)}
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
              aria-label={provider?.label}
              tabIndex={0}
              onFocus={() => {
                fieldOf()?.focus();
                state.close();
              }}
            >
              {items.map((item, place) => (
                <Option
                  key={item.id}
                  id={`${id}-${place}`}
                  item={item}
                  isActive={place === index}
                  onPoint={() => state.point(place)}
                  onTake={() => take(item)}
                />
              ))}
            </div>
          )}
          {(items.length === 0 || state.status !== "ready") && (
            // Said below, in an element that is there before.
            <p className="agk-completion-note" aria-hidden="true">
              {says}
            </p>
          )}
        </div>
      )}
      <span className="agk-sr-only" role="status" ref={status}>
        {isOpen && says}
      </span>
    </>
  );
}

const LINKS = ["aria-autocomplete", "aria-haspopup", "aria-controls", "aria-activedescendant"];

function setOrRemove(field: Element, name: string, value: string | undefined): void {
  if (value === undefined) field.removeAttribute(name);
  else field.setAttribute(name, value);
}

interface OptionProps {
  readonly id: string;
  readonly item: CompletionItem;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onTake: () => void;
}

function Option({ id, item, isActive, onPoint, onTake }: OptionProps): ReactNode {
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
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onTake}
    >
      {icon !== undefined && <span aria-hidden="true">{icon}</span>}
      <span dir="auto">{label}</span>
      {args !== undefined && <i dir="auto">{args}</i>}
      {description !== undefined && <small dir="auto">{description}</small>}
    </div>
  );
}
