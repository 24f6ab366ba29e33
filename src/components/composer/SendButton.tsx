import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { IconButton } from "../tooltip/IconButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useFocusComposer } from "./composerFocus.ts";
import type { SendState } from "./useSend.ts";

interface SendButtonProps
  extends Pick<SendState, "label" | "isStop" | "isSendWhileRunning" | "isDisabled"> {
  readonly onStop: () => void;
}

/**
 * @internal Renders the button that sends or stops, with a separate stop button while sending is possible
 * during a run.
 */
export function SendButton(props: SendButtonProps): ReactNode {
  const { label, isStop, isSendWhileRunning, isDisabled, onStop } = props;
  const strings = useStrings();
  const focusComposer = useFocusComposer();
  return (
    <>
      {isSendWhileRunning && (
        <IconButton
          className="agk-send"
          data-action="stop"
          label={strings.stop}
          onClick={({ currentTarget }) => {
            focusComposer(currentTarget, true);
            onStop();
          }}
        >
          <Icon name="stop" />
        </IconButton>
      )}
      {/* A single element for both actions keeps the focus. It is never disabled, because that would drop the focus. */}
      <IconButton
        type="submit"
        className="agk-send"
        // Submit listeners that run before the form read whether the button stops.
        value={isStop ? "stop" : "send"}
        label={label}
        aria-disabled={isDisabled}
        onClick={(event) => {
          // The second click of a double click must not stop the run that the first one started.
          if (isStop && event.detail > 1) event.preventDefault();
        }}
      >
        <Icon name={isStop ? "stop" : "send"} />
      </IconButton>
    </>
  );
}
