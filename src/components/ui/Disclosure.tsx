import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
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
  /** Kind and id of the shown item, by which a search finds the element. */
  readonly unit?: string;
  /** Called when the user toggles it. Makes the component controlled by `isOpen`. */
  readonly onToggle?: (isOpen: boolean) => void;
  /** Renders the content. Called only until it has closed, so that collapsed content costs nothing. */
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
  const { box, isClosing } = useClosing(isOpen);
  return (
    <details
      ref={box}
      className={props.className}
      data-status={props.status}
      data-unit={props.unit}
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
      {(isOpen || isClosing) && <div className="agk-details">{props.children()}</div>}
    </details>
  );
}

/** Returns whether the content of a closed `<details>` is still visible, because its height is animated. */
function useClosing(isOpen: boolean) {
  const box = useRef<HTMLDetailsElement>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isClosing, setIsClosing] = useState(false);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setIsClosing(!isOpen);
  }
  useIsomorphicLayoutEffect(() => {
    const details = box.current;
    if (!isClosing || !details) return;
    let frame = 0;
    // Browsers dispatch no transition events for the content, so its height is read in each frame.
    const check = () => {
      if (isContentVisible(details)) frame = requestAnimationFrame(check);
      else setIsClosing(false);
    };
    check();
    return () => cancelAnimationFrame(frame);
  }, [isClosing]);
  return { box, isClosing };
}

/** True while a closed `<details>` shows its content, because its height is animated. */
function isContentVisible(details: HTMLDetailsElement): boolean {
  // Browsers that do not know the pseudo-element animate nothing.
  if (!globalThis.CSS?.supports?.("selector(::details-content)")) return false;
  const { transitionDuration, blockSize } = getComputedStyle(details, "::details-content");
  // Without a transition, the content is hidden at once although its height is not 0.
  return /[1-9]/.test(transitionDuration) && parseFloat(blockSize) > 0;
}

/**
 * @internal Animates the height of a box when its content changes, as a disclosure does. Returns a function that an event
 * handler calls before it makes the change. A style sheet sets the duration, as that of a transition.
 *
 * @param inner - Element that is the box, or is within it.
 * @param boxSelector - Selector of the box.
 */
export function useHeightAnimation(
  inner: RefObject<HTMLElement | null>,
  boxSelector: string,
): () => void {
  const heightBefore = useRef<number>(undefined);
  const animation = useRef<Animation>(undefined);
  useIsomorphicLayoutEffect(() => {
    const { current: before } = heightBefore;
    const box = inner.current?.closest<HTMLElement>(boxSelector);
    heightBefore.current = undefined;
    if (before === undefined || !box) return;
    animation.current?.cancel();
    const { transitionDuration } = getComputedStyle(box);
    const duration = Number.parseFloat(transitionDuration) * 1000;
    // No duration where the user wants less motion, and where nothing is laid out.
    if (!(duration > 0)) return;
    // The content stays at the top of a box that is still higher than its content.
    const frames = [before, box.offsetHeight].map((height) => ({
      blockSize: `${height}px`,
      overflow: "clip",
      alignContent: "start",
    }));
    animation.current = box.animate(frames, { duration, easing: "ease" });
  });
  return () => {
    heightBefore.current = inner.current?.closest<HTMLElement>(boxSelector)?.offsetHeight;
  };
}
