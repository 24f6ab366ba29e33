import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { CompletionsProps } from "../../settings/composerProps.ts";
import { useSettings } from "../../settings/settings.tsx";
import type { Retry } from "../../ui/lazyPart.tsx";
import { isSendSubmit, mayBeCommand } from "./completion.ts";

/** Props of the menu, and of what stands where it is not. */
export interface CompletionMenuProps extends CompletionsProps {
  /**
   * What was sent while there was no menu, and is sent as soon as it is known whether it is a command. Another one in
   * each thread.
   */
  readonly pendingSubmit: RefObject<string | undefined>;
}

/**
 * Stands where the menu is not, or not yet: holds back what may be a command. Once there can be no menu, each
 * attempt to send one is an attempt to have it, and a failure of that is told of.
 */
export function LoadingMenu({
  providers,
  pendingSubmit,
  onRetry,
}: CompletionMenuProps & Partial<Retry>): ReactNode {
  const [notice, setNotice] = useState({ pendingSubmit, failures: 0, isPending: false });
  const { strings } = useSettings();
  const anchor = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return;
    const textOf = () => form.querySelector("textarea")?.value ?? "";
    if (onRetry && pendingSubmit.current) {
      // Whoever has written on has not sent it.
      const isSent = pendingSubmit.current === textOf();
      setNotice(({ failures }) => ({
        pendingSubmit,
        failures: isSent ? failures + 1 : 0,
        isPending: false,
      }));
      pendingSubmit.current = undefined;
    }
    const handleSubmit = (event: SubmitEvent) => {
      const text = textOf();
      const isPending = isSendSubmit(event) && mayBeCommand(text, providers);
      pendingSubmit.current = isPending ? text : undefined;
      setNotice(({ failures }) => ({
        pendingSubmit,
        failures: isPending ? failures : 0,
        isPending,
      }));
      if (!isPending) return;
      event.preventDefault();
      onRetry?.();
    };
    form.addEventListener("submit", handleSubmit);
    return () => form.removeEventListener("submit", handleSubmit);
  }, [providers, pendingSubmit, onRetry]);

  return (
    <>
      <span hidden ref={anchor} />
      {notice.pendingSubmit === pendingSubmit && (notice.isPending || notice.failures > 0) && (
        // Another element each time, as the same one would be heard only once.
        <p
          className="agk-composer-problem"
          role={notice.isPending ? undefined : "alert"}
          data-waiting={notice.isPending || undefined}
          key={notice.isPending ? "" : notice.failures}
        >
          {notice.isPending ? "…" : strings.notSent}
        </p>
      )}
    </>
  );
}
