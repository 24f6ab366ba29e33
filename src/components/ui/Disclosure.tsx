import { type ReactNode, useState } from "react";
import { useOptionalThread } from "../../hooks/providers/useThread.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { Icon } from "./Icon.tsx";

interface DisclosureProps {
  readonly className: string;
  /** Value of `data-status`. */
  readonly status?: string;
  readonly summary: ReactNode;
  /** Open until the user toggles it. With `onToggle`, always. @defaultValue false */
  readonly isOpen?: boolean;
  /** Key under which the user's choice is remembered within the thread, across remounts. */
  readonly persistKey?: string;
  /** Called when the user toggles it. Makes the component controlled by `isOpen`. */
  readonly onToggle?: (isOpen: boolean) => void;
  /** Renders the content. Called only while it is open, so that collapsed content costs nothing. */
  readonly children: () => ReactNode;
}

/** @internal The disclosures that the user has opened or closed. */
export const openState = createUiMemory<boolean>();

/** @internal Shows a row that opens into a card. Renders a `<details>`. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { persistKey } = props;
  const store = useOptionalThread()?.store;
  const [remembered, setRemembered] = useState(() => openState.get(store, persistKey));
  const choose = (isOpen: boolean) => {
    openState.set(store, persistKey, isOpen);
    setRemembered(isOpen);
  };
  const { onToggle = choose } = props;
  const choice = props.onToggle ? undefined : remembered;
  const isOpen = choice ?? props.isOpen ?? false;
  return (
    <details
      className={props.className}
      data-status={props.status}
      open={isOpen}
      onToggle={(event) => {
        // The event also fires after React has set `open`: only a difference is a toggle by the user or by find-in-page.
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open);
      }}
    >
      <summary className="agk-summary">
        {props.summary}
        <Icon name="chevron" />
      </summary>
      {isOpen && <div className="agk-details">{props.children()}</div>}
    </details>
  );
}
