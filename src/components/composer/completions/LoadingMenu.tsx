import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { CompletionsProps } from "../../settings/composerProps.ts";
import { useSettings } from "../../settings/settings.tsx";
import type { Retry } from "../../ui/lazyPart.tsx";
import { isToSend, mayBeCommand } from "./completion.ts";

/** Props of the menu, and of what stands where it is not. */
export interface CompletionMenuProps extends CompletionsProps {
  /**
   * What was sent while there was no menu, and is sent as soon as it is known whether it is a command. Another one in
   * each thread.
   */
  readonly held: RefObject<string | undefined>;
}

/**
 * Stands where the menu is not, or not yet: holds back what may be a command. Once there can be no menu, each
 * attempt to send one is an attempt to have it, and a failure of that is told of.
 */
export function LoadingMenu({
  providers,
  held,
  onRetry,
}: CompletionMenuProps & Partial<Retry>): ReactNode {
  const [told, setTold] = useState({ held, times: 0, isWaiting: false });
  const { strings } = useSettings();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const textOf = () => form.querySelector("textarea")?.value ?? "";
    if (onRetry && held.current) {
      // Whoever has written on has not sent it.
      const isSent = held.current === textOf();
      setTold(({ times }) => ({ held, times: isSent ? times + 1 : 0, isWaiting: false }));
      held.current = undefined;
    }
    const hold = (event: SubmitEvent) => {
      const text = textOf();
      const isWaiting = isToSend(event) && mayBeCommand(text, providers);
      held.current = isWaiting ? text : undefined;
      setTold(({ times }) => ({ held, times: isWaiting ? times : 0, isWaiting }));
      if (!isWaiting) return;
      event.preventDefault();
      onRetry?.();
    };
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [providers, held, onRetry]);

  return (
    <>
      <span hidden ref={place} />
      {told.held === held && (told.isWaiting || told.times > 0) && (
        // Another element each time, as the same one would be heard only once.
        <p
          className="agk-composer-problem"
          role={told.isWaiting ? undefined : "alert"}
          data-waiting={told.isWaiting || undefined}
          key={told.isWaiting ? "" : told.times}
        >
          {told.isWaiting ? "…" : strings.notSent}
        </p>
      )}
    </>
  );
}
