import type { ReactNode } from "react";
import { useSettings } from "../settings/settings.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useFocusComposer } from "./composerFocus.ts";
import type { SendState } from "./useSend.ts";

interface SendButtonProps
  extends Pick<SendState, "label" | "isStop" | "isSendWhileRunning" | "isDisabled"> {
  readonly onStop: () => void;
}

/** @internal The button of a composer that sends, or stops; and one that stops beside it while it queues. */
export function SendButton(props: SendButtonProps): ReactNode {
  const { label, isStop, isSendWhileRunning, isDisabled, onStop } = props;
  const { strings } = useSettings();
  const focusComposer = useFocusComposer();
  return (
    <>
      {isSendWhileRunning && (
        <button
          type="button"
          className="agk-send"
          data-action="stop"
          aria-label={strings.stop}
          title={strings.stop}
          onClick={({ currentTarget }) => {
            focusComposer(currentTarget, true);
            onStop();
          }}
        >
          <Icon name="stop" />
        </button>
      )}
      {/* One button, so that focus stays on it; never disabled, because that would drop it. */}
      <button
        type="submit"
        className="agk-send"
        // For whoever hears of the event before the form.
        value={isStop ? "stop" : "send"}
        aria-label={label}
        title={label}
        aria-disabled={isDisabled}
        onClick={(event) => {
          // The second half of a double click that was to send must not stop what it sent.
          if (isStop && event.detail > 1) event.preventDefault();
        }}
      >
        <Icon name={isStop ? "stop" : "send"} />
      </button>
    </>
  );
}
