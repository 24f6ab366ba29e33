import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { usePart } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import { EarlierMessages } from "./EarlierMessages.tsx";

interface EarlierPlaceProps {
  /** Whether all there is below it is drawn, so that what comes before that can be asked for. */
  readonly isAtTop: boolean;
}

/**
 * @internal The top of a transcript whose agent knows what was said before: it keeps the view still when
 * that comes, says so, and keeps the focus in the transcript.
 */
export function EarlierPlace({ isAtTop }: EarlierPlaceProps): ReactNode {
  const { store } = useThread();
  const strings = useStrings().earlier;
  const Part = usePart("EarlierMessages", EarlierMessages);
  const hasMore = useSnapshot(({ earlier }) => earlier?.hasMore ?? false);
  const firstId = useSnapshot(({ messages }) => messages[0]?.id);
  const place = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState({ times: 0, text: "" });
  /** What is done when it has been drawn. */
  const settle = useRef<(() => void) | undefined>(undefined);

  useLayoutEffect(() => {
    const say = (text: string) => setSaid(({ times }) => ({ times: times + 1, text }));
    // Before anything is drawn of it: where things are now is where they are to be then.
    return store.subscribe(({ messages, earlier }, before) => {
      if (earlier === before.earlier) return;
      if (earlier?.status === "failed") say(strings.failed);
      const viewport = place.current?.closest<HTMLElement>(".agk-message-list");
      if (!viewport) return;
      const [first] = before.messages;
      const count = first ? messages.findIndex(({ id }) => id === first.id) : 0;
      const letGo = count > 0 ? preserveScroll(viewport) : () => {};
      if (count > 0) say(strings.loaded(count, earlier?.hasMore === false));
      const hadFocus = hasFocus(place.current);
      settle.current = () => {
        letGo();
        // The button that was pressed may be gone; without this the page would lose its place.
        if (hadFocus && !hasFocus(place.current)) viewport.focus({ preventScroll: true });
      };
    });
  }, [store, strings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when one of them has changed, it is drawn
  useLayoutEffect(() => {
    settle.current?.();
    settle.current = undefined;
  }, [firstId, hasMore]);

  return (
    <>
      <div className="agk-slot" ref={place}>
        {hasMore && isAtTop && <Part />}
      </div>
      <div className="agk-announcer" role="status">
        {said.text && <span key={said.times}>{said.text}</span>}
      </div>
    </>
  );
}
