import { type ReactNode, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useComponent } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/focus.ts";
import { preserveScroll } from "./autoscroll/scrollAnchor.ts";
import { EarlierMessages } from "./EarlierMessages.tsx";

interface EarlierMessagesSlotProps {
  /** True when the first known message is rendered, so that earlier ones can be loaded. */
  readonly isAtTop: boolean;
}

/**
 * @internal Top of a transcript whose agent has a history. Keeps the scroll position when earlier messages
 * arrive, announces them, and keeps the focus in the transcript.
 */
export function EarlierMessagesSlot({ isAtTop }: EarlierMessagesSlotProps): ReactNode {
  const { store } = useThread();
  const strings = useStrings().earlier;
  const EarlierMessagesPart = useComponent("EarlierMessages", EarlierMessages);
  const hasMore = useSnapshot(({ earlier }) => earlier?.hasMore ?? false);
  const firstId = useSnapshot(({ messages }) => messages[0]?.id);
  const slot = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState({ count: 0, text: "" });
  /** Restores scroll position and focus after the messages are rendered. */
  const afterRender = useRef<(() => void) | undefined>(undefined);

  useIsomorphicLayoutEffect(() => {
    const announce = (text: string) => setAnnouncement(({ count }) => ({ count: count + 1, text }));
    // Measures before React renders the messages.
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
        // The pressed button may be gone, and the document would then have the focus.
        if (hadFocus && !hasFocus(slot.current)) viewport.focus({ preventScroll: true });
      };
    });
  }, [store, strings]);

  useIsomorphicLayoutEffect(() => {
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
