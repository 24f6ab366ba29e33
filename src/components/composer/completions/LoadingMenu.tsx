import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { CompletionsProps } from "../../settings/composerPartProps.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { Retry } from "../../ui/lazyPart.tsx";
import { isMessageSubmit, mayBeCommand } from "./completion.ts";

/** Props that the menu and its placeholder share. */
export interface CompletionMenuProps extends CompletionsProps {
  /**
   * Text that was submitted while the menu was not loaded. The menu submits it again, as a command or as
   * text. A new ref for each thread.
   */
  readonly pendingSubmit: RefObject<string | undefined>;
}

/**
 * Placeholder while the menu is not loaded: holds back a text that may be a command. After a failure, each
 * submit loads the menu again and shows an alert when that fails too.
 */
export function LoadingMenu({
  providers,
  pendingSubmit,
  onRetry,
}: CompletionMenuProps & Partial<Retry>): ReactNode {
  const [notice, setNotice] = useState({ pendingSubmit, failures: 0, isPending: false });
  const strings = useStrings();
  const anchor = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return;
    const readField = () => form.querySelector("textarea")?.value ?? "";
    if (onRetry && pendingSubmit.current) {
      // The user has edited the text since.
      const isSent = pendingSubmit.current === readField();
      setNotice(({ failures }) => ({
        pendingSubmit,
        failures: isSent ? failures + 1 : 0,
        isPending: false,
      }));
      pendingSubmit.current = undefined;
    }
    const handleSubmit = (event: SubmitEvent) => {
      const text = readField();
      const isPending = isMessageSubmit(event) && mayBeCommand(text, providers);
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
        // A new key for each failure, because screen readers announce only new elements.
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
