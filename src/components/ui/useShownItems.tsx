import { type MouseEvent, type ReactNode, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";

/** Number of items that one press of the button adds. */
const BATCH = 100;

/** Result of {@link useShownItems}. */
interface ShownItems<T> {
  readonly shown: readonly T[];
  /** Button that shows more items, to be rendered directly beside the list; null when all are shown. */
  readonly moreButton: ReactNode;
}

/**
 * @internal Returns the first or last items of a list that may be too long to render, and a button that shows more.
 *
 * @param limit - Number of items to show at first.
 * @param side - `end` to show the last items, with the button before them.
 */
export function useShownItems<T>(
  items: readonly T[],
  limit: number,
  side: "start" | "end" = "start",
): ShownItems<T> {
  const [added, setAdded] = useState(0);
  const count = limit + added;
  const isComplete = count >= items.length;
  return {
    shown: isComplete ? items : side === "start" ? items.slice(0, count) : items.slice(-count),
    moreButton: isComplete ? null : (
      <MoreButton
        onPress={({ currentTarget }) => {
          setAdded(added + BATCH);
          // The last press removes the button, which would lose the focus.
          const list =
            side === "start"
              ? currentTarget.previousElementSibling
              : currentTarget.nextElementSibling;
          if (count + BATCH < items.length || !(list instanceof HTMLElement)) return;
          list.tabIndex = -1;
          list.focus({ preventScroll: true });
        }}
      />
    ),
  };
}

interface MoreButtonProps {
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** @internal Renders the button that shows more of a list or a text. */
export function MoreButton({ onPress }: MoreButtonProps): ReactNode {
  const { value } = useStrings();
  return (
    <button type="button" className="agk-button agk-more" onClick={onPress}>
      {value.more}
    </button>
  );
}
