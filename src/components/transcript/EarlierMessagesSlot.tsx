import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useComponent } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import { EarlierMessages } from "./EarlierMessages.tsx";

interface EarlierMessagesSlotProps {
  /** Whether all there is below it is drawn, so that what comes before that can be asked for. */
  readonly isAtTop: boolean;
}

/**
 * @internal The top of a transcript whose agent knows what was said before: it keeps the view still when
 * that comes, says so, and keeps the focus in the transcript.
 */
export function EarlierMessagesSlot({ isAtTop }: EarlierMessagesSlotProps): ReactNode {
  const { store } = useThread();
  const strings = useStrings().earlier;
  const EarlierMessagesPart = useComponent("EarlierMessages", EarlierMessages);
  const hasMore = useSnapshot(({ earlier }) => earlier?.hasMore ?? false);
  const firstId = useSnapshot(({ messages }) => messages[0]?.id);
  const slot = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState({ count: 0, text: "" });
  /** What is done when it has been drawn. */
  const afterRender = useRef<(() => void) | undefined>(undefined);

  useLayoutEffect(() => {
    const announce = (text: string) => setAnnouncement(({ count }) => ({ count: count + 1, text }));
    // Before anything is drawn of it: where things are now is where they are to be then.
    return store.subscribe(({ messages, earlier }, before) => {
      if (earlier === before.earlier) return;
      if (earlier?.status === "failed") announce(strings.failed);
      const viewport = slot.current?.closest<HTMLElement>(".agk-message-list");
      if (!viewport) return;
      const [first] = before.messages;
      const count = first ? messages.findIndex(({ id }) => id === first.id) : 0;
      const restoreScroll = count > 0 ? preserveScroll(viewport) : () => {};
      if (count > 0) announce(strings.loaded(count, earlier?.hasMore === false));
      const hadFocus = hasFocus(slot.current);
      afterRender.current = () => {
        restoreScroll();
        // The button that was pressed may be gone; without this the page would lose its place.
        if (hadFocus && !hasFocus(slot.current)) viewport.focus({ preventScroll: true });
      };
    });
  }, [store, strings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when one of them has changed, it is drawn
  useLayoutEffect(() => {
    afterRender.current?.();
    afterRender.current = undefined;
  }, [firstId, hasMore]);

  return (
    <>
      <div className="agk-slot" ref={slot}>
        {hasMore && isAtTop && <EarlierMessagesPart />}
      </div>
      <div className="agk-announcer" role="status">
        {announcement.text && <span key={announcement.count}>{announcement.text}</span>}
      </div>
    </>
  );
}
