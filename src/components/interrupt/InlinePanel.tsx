import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { activeElementIn } from "../ui/activeElement.ts";
import { isFreeEscape } from "../ui/escape.ts";

interface PanelProps {
  readonly isShown: boolean;
  readonly label: string;
  /** Called on Escape. */
  readonly onBack: () => void;
  /** Called when it is first shown. What is entered then stays while it is hidden. */
  readonly children: () => ReactNode;
}

/**
 * @internal What a button opens in its own place. Its first field takes the focus when it is shown,
 * or when it comes, as that of a form that is still loading.
 */
export function Panel({ isShown, label, onBack, children }: PanelProps): ReactNode {
  const [wasShown, setWasShown] = useState(isShown);
  const panel = useRef<HTMLDivElement>(null);
  if (isShown && !wasShown) setWasShown(true);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!isShown || !element) return;
    const field = firstField(element);
    (field ?? element).focus();
    if (field) return;
    const observer = new MutationObserver(() => {
      const late = firstField(element);
      if (!late) return;
      observer.disconnect();
      // Whoever has gone elsewhere meanwhile stays there.
      if (activeElementIn(element) === element) late.focus();
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isShown]);
  if (!wasShown) return null;

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isFreeEscape(event)) return;
    // Or it would stop a run as well.
    event.preventDefault();
    onBack();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand around the fields of a form
    <div
      className="agk-interrupt-view"
      role="group"
      aria-label={label}
      tabIndex={-1}
      hidden={!isShown}
      ref={panel}
      onKeyDown={handleKeyDown}
    >
      {children()}
    </div>
  );
}

/** Of a choice, that is what is chosen: there Tab would go as well. */
function firstField(panel: HTMLElement): HTMLElement | undefined {
  const fields = [...panel.querySelectorAll<HTMLElement>(":is(input, textarea, select):enabled")];
  const [first] = fields;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  const isChosen = (one: HTMLElement) =>
    one instanceof HTMLInputElement && one.name === first.name && one.checked;
  return fields.find(isChosen) ?? first;
}
