import { type ReactNode, useId } from "react";
import { useInterruptView } from "../../hooks/interrupts/useInterrupts.ts";
import type { InterruptRecord } from "../../selectors/interruptPlacement.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useMarkRendered } from "../toolCall/renderedItems.ts";
import { Icon } from "../ui/Icon.tsx";
import { OnceButton } from "../ui/OnceButton.tsx";

interface FailedInterruptProps {
  readonly interrupt: InterruptRecord;
}

/**
 * @internal Renders an interrupt whose card has thrown: its question as plain text, and a button that continues without
 * an answer, because the user cannot send a message before. It offers no approval of something that the user cannot see.
 */
export function FailedInterrupt({ interrupt }: FailedInterruptProps): ReactNode {
  const strings = useStrings().interrupt;
  const { isOpen, answer, cancel } = useInterruptView(interrupt);
  const titleId = useId();
  useMarkRendered("interrupt", interrupt.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the same element as that of the card
    <section
      className={useClassName("Interrupt", "agk-interrupt")}
      role="group"
      aria-labelledby={titleId}
      data-reason={interrupt.reason}
      data-status={answer ? "answered" : "open"}
      tabIndex={-1}
    >
      <div className="agk-interrupt-head">
        <Icon name="alert" />
        <span className="agk-interrupt-title" id={titleId}>
          {strings.notDisplayed}
        </span>
      </div>
      {interrupt.message && (
        <div className="agk-plain-text" dir="auto">
          {interrupt.message}
        </div>
      )}
      {isOpen && !answer && (
        <div className="agk-interrupt-buttons">
          <OnceButton label={strings.cancel} onPress={cancel} />
        </div>
      )}
    </section>
  );
}
