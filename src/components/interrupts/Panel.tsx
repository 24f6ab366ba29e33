import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface PanelProps {
  readonly isShown: boolean;
  readonly label: string;
  /** Called when it is first shown. What is entered then stays while it is hidden. */
  readonly children: () => ReactNode;
}

/** @internal What a button opens in its own place. Takes the focus when it is shown. */
export function Panel({ isShown, label, children }: PanelProps): ReactNode {
  const [wasShown, setWasShown] = useState(isShown);
  const panel = useRef<HTMLDivElement>(null);
  if (isShown && !wasShown) setWasShown(true);
  useLayoutEffect(() => {
    if (!isShown) return;
    const field = panel.current?.querySelector<HTMLElement>(":is(input, textarea, select):enabled");
    // A form that is still loading has none.
    (field ?? panel.current)?.focus();
  }, [isShown]);
  if (!wasShown) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand around the fields of a form
    <div role="group" aria-label={label} tabIndex={-1} hidden={!isShown} ref={panel}>
      {children()}
    </div>
  );
}
