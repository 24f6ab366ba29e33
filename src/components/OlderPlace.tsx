import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { holdView } from "./scroll/holdView.ts";
import { useStrings } from "./useStrings.ts";

/** How near one comes to it until more is drawn: twice what one sees. */
const MARGIN = "200% 0px";

interface OlderPlaceProps {
  readonly onShow: () => void;
}

/**
 * @internal The top of what is drawn of a long conversation: has more drawn when one comes near, with what one reads
 * where it is.
 */
export function OlderPlace({ onShow }: OlderPlaceProps): ReactNode {
  const { earlier } = useStrings();
  const place = useRef<HTMLDivElement>(null);

  const show = () => {
    const viewport = viewportOf(place.current);
    const letGo = viewport && holdView(viewport);
    const hadFocus = place.current?.contains(document.activeElement);
    flushSync(onShow);
    letGo?.();
    // The button that was pressed may be gone; without this the page would lose its place.
    if (hadFocus && !place.current) viewport?.focus({ preventScroll: true });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: anew when more is drawn, as it may be near still
  useEffect(() => {
    const root = viewportOf(place.current);
    if (!place.current || !root || !globalThis.IntersectionObserver) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) show();
      },
      { root, rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [onShow]);

  return (
    <div className="agk-earlier" ref={place}>
      <button type="button" className="agk-button" onClick={show}>
        {earlier.load}
      </button>
    </div>
  );
}

function viewportOf(element: Element | null) {
  return element?.closest<HTMLElement>(".agk-message-list");
}
