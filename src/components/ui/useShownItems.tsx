import { type MouseEvent, type ReactNode, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { useIsAllShown } from "./hiddenParts.ts";

/** @internal Number of items that one press of the button adds. */
export const BATCH = 100;

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
  const isAllShown = useIsAllShown();
  const count = isAllShown ? items.length : limit + added;
  const isComplete = count >= items.length;
  return {
    shown: isComplete ? items : side === "start" ? items.slice(0, count) : items.slice(-count),
    moreButton: isComplete ? null : (
      <MoreButton
        added={BATCH}
        hidden={items.length - count}
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
  /** Number of items or characters that one press shows at most. */
  readonly added: number;
  /** Number of items or characters that are hidden. */
  readonly hidden: number;
  /** @defaultValue `"items"` */
  readonly unit?: "items" | "characters";
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** @internal Renders the button that shows more of a list or a text, and that names how much is hidden. */
export function MoreButton({ added, hidden, unit = "items", onPress }: MoreButtonProps): ReactNode {
  const { value } = useStrings();
  const label = unit === "items" ? value.moreItems : value.moreText;
  return (
    <button type="button" className="agk-button agk-more" onClick={onPress}>
      {label(Math.min(added, hidden), hidden)}
    </button>
  );
}
