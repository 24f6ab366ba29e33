import { type ReactNode, useState } from "react";
import { useOptionalThread } from "../../hooks/providers/useThread.ts";
import { createUiMemory } from "../state/uiMemory.ts";
import { Icon } from "./Icon.tsx";

/** @internal */
export interface DisclosureProps {
  readonly className: string;
  readonly status?: string;
  readonly summary: ReactNode;
  /** Whether it is open until the person decides otherwise. */
  readonly isOpen?: boolean;
  /** By what to remember, within the thread, what the person decides, also when it is shown anew. */
  readonly persistKey?: string;
  /** Told what the person decides, to remember it elsewhere: then `isOpen` alone counts. */
  readonly onToggle?: (isOpen: boolean) => void;
  /** Called only while it is open, so that what is hidden costs nothing. */
  readonly children: () => ReactNode;
}

/** @internal What the person has opened or closed. */
export const openState = createUiMemory<boolean>();

/** @internal A slim row that opens into a card. Renders a `<details>`. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { persistKey } = props;
  const store = useOptionalThread()?.store;
  const [own, setOwn] = useState(() => openState.get(store, persistKey));
  const choose = (isOpen: boolean) => {
    openState.set(store, persistKey, isOpen);
    setOwn(isOpen);
  };
  const { onToggle = choose } = props;
  const choice = props.onToggle ? undefined : own;
  const isOpen = choice ?? props.isOpen ?? false;
  return (
    <details
      className={props.className}
      data-status={props.status}
      open={isOpen}
      onToggle={(event) => {
        // Also fires for what was rendered; only a difference is the person's, or a page search's.
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
