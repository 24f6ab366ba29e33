import { type KeyboardEvent, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { DraftContext } from "../state/draftState.ts";
import { activeElementIn } from "../ui/focus.ts";
import { isFreeEscape } from "../ui/keys.ts";

interface InlinePanelProps {
  /** Part of the card, which owns the drafts in the panel. */
  readonly name: string;
  readonly isShown: boolean;
  /** False for a panel that was open when its card unmounted. @defaultValue true */
  readonly takesFocus?: boolean;
  readonly label: string;
  /** Called on Escape. */
  readonly onBack: () => void;
  /** Called when the panel is first shown. The content stays mounted while the panel is hidden. */
  readonly children: () => ReactNode;
}

/**
 * @internal Renders a panel instead of the buttons that open it. Moves focus to its first field when the
 * panel opens, or as soon as a form that is still loading renders one.
 */
export function InlinePanel(props: InlinePanelProps): ReactNode {
  const { name, isShown, takesFocus = true, label, onBack, children } = props;
  const card = useContext(DraftContext);
  const owner = useMemo(() => card && { ...card, part: `${card.part} ${name}` }, [card, name]);
  const [wasShown, setWasShown] = useState(isShown);
  const panel = useRef<HTMLDivElement>(null);
  if (isShown && !wasShown) setWasShown(true);
  useIsomorphicLayoutEffect(() => {
    const element = panel.current;
    if (!isShown || !element || !takesFocus) return;
    const field = findFirstField(element);
    (field ?? element).focus();
    if (field) return;
    const observer = new MutationObserver(() => {
      const loadedField = findFirstField(element);
      if (!loadedField) return;
      observer.disconnect();
      // Focus that moved elsewhere meanwhile stays there.
      if (activeElementIn(element) === element) loadedField.focus();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isShown, takesFocus]);
  if (!wasShown) return null;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isFreeEscape(event)) return;
    // Marks Escape as handled, so that it does not stop a run as well.
    event.preventDefault();
    onBack();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group the fieldsets of a form
    <div
      className="agk-interrupt-view"
      role="group"
      aria-label={label}
      tabIndex={-1}
      hidden={!isShown}
      ref={panel}
      onKeyDown={handleKeyDown}
    >
      <DraftContext.Provider value={owner}>{children()}</DraftContext.Provider>
    </div>
  );
}

/** Returns the field that Tab would reach first: in a radio group, the checked button. */
function findFirstField(panel: HTMLElement): HTMLElement | undefined {
  const fields = [...panel.querySelectorAll<HTMLElement>(":is(input, textarea, select):enabled")];
  const [first] = fields;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  const isChecked = (field: HTMLElement) =>
    field instanceof HTMLInputElement && field.name === first.name && field.checked;
  return fields.find(isChecked) ?? first;
}
