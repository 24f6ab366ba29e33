import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/useLatest.ts";
import { useSettings } from "../settings.tsx";
import type { CompletionMenuProps } from "./CompletionMenu.tsx";
import { isToSend, mayBeCommand } from "./completion.ts";

/** Stands in for a menu that cannot be shown: what may be a command is not sent, and it says so. */
export function NoMenu({ providers, held }: CompletionMenuProps): ReactNode {
  const [failures, setFailures] = useState(0);
  const { strings } = useSettings();
  const place = useRef<HTMLSpanElement>(null);
  const latest = useLatest({ providers, held });

  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const textOf = () => form.querySelector("textarea")?.value ?? "";
    const refuse = (event: SubmitEvent) => {
      const isRefused = isToSend(event) && mayBeCommand(textOf(), latest.current.providers);
      if (isRefused) event.preventDefault();
      setFailures((count) => (isRefused ? count + 1 : 0));
    };
    // It has been sent before, and is still there.
    if (latest.current.held === textOf()) setFailures(1);
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [latest]);

  return (
    <>
      <span hidden ref={place} />
      {failures > 0 && (
        // Another element each time, as the same one would be heard only once.
        <p className="agk-composer-problem" role="alert" key={failures}>
          {strings.commandsUnknown}
        </p>
      )}
    </>
  );
}
