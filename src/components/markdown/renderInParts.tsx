import { memo, type ReactNode } from "react";

/** Number of items in a part. */
const SIZE = 64;

/** Renders some items of a list; `isOpen` is true when the last of them is still growing. */
export type RenderPart<T> = (items: readonly T[], from: number, isOpen: boolean) => ReactNode;

/**
 * Renders a list that grows at its end in memoized parts, so that an update costs no more the longer the list is.
 * Creates no elements of its own.
 *
 * @param render - Must be stable: a part renders again only when its items, `render` or `isOpen` change.
 * @param isOpen - True when the last item of the list is still growing.
 */
export function renderInParts<T>(
  items: readonly T[],
  render: RenderPart<T>,
  isOpen: boolean,
): ReactNode[] {
  // The first part has no component, because most lists have no other.
  const parts = [render(items.slice(0, SIZE), 0, isOpen && items.length <= SIZE)];
  for (let from = SIZE; from < items.length; from += SIZE) {
    const part = items.slice(from, from + SIZE);
    const isLast = from + SIZE >= items.length;
    // A memoized component has no type parameters.
    const renderPart = render as RenderPart<unknown>;
    const props = { items: part, from, render: renderPart, isOpen: isOpen && isLast };
    parts.push(<Part key={from} {...props} />);
  }
  return parts;
}

interface PartProps {
  items: readonly unknown[];
  from: number;
  render: RenderPart<unknown>;
  isOpen: boolean;
}

const Part = memo(
  function Part({ items, from, render, isOpen }: PartProps) {
    return render(items, from, isOpen);
  },
  (before, after) =>
    before.render === after.render &&
    before.isOpen === after.isOpen &&
    before.items.length === after.items.length &&
    before.items.every((item, index) => item === after.items[index]),
);
