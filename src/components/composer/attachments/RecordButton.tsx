import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { clock } from "../../strings/clock.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { Draft } from "../draft.ts";
import { IconButton } from "./IconButton.tsx";
import { useRecorder } from "./useRecorder.ts";

interface RecordButtonProps {
  readonly draft: Draft;
  /**
   * Is given what begins to record for the draft of the moment. Returns the id of the attachment, or nothing
   * where there is no room for one.
   */
  readonly onRecord: (start: () => Promise<File> | undefined) => string | undefined;
}

/** What every recorder has; a microphone is what takes dictation. */
const RECORD_ICON =
  "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M8 6.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3";
const STOP_ICON = "M4.5 4.5h7v7h-7z";

/**
 * Records sound where the page can; nothing elsewhere. Nothing leaves the page before it is sent, and
 * sending ends the recording, as taking it off does.
 */
export function RecordButton({ draft, onRecord }: RecordButtonProps): ReactNode {
  const { attachments: words } = useStrings();
  const { update, isSendPending, attachments } = draft;
  const [id, setId] = useState("");
  const isAttached = attachments.some((one) => one.id === id);
  const { seconds, start, stop } = useRecorder(update, words.recording);
  const isSupported = useSyncExternalStore(subscribeToNothing, canRecord, () => false);
  useEffect(() => {
    if (isSendPending || !isAttached) stop();
  }, [isSendPending, isAttached, stop]);
  if (!isSupported) return null;
  if (seconds === undefined) {
    const handlePress = () => {
      const attachmentId = onRecord(start);
      if (attachmentId !== undefined) setId(attachmentId);
    };
    return <IconButton label={words.record} path={RECORD_ICON} onPress={handlePress} />;
  }
  return (
    <IconButton
      label={words.stopRecording}
      path={STOP_ICON}
      onPress={stop}
      isPressed
      time={clock(seconds)}
    />
  );
}

const subscribeToNothing = () => () => {};

/** Only pages that came over HTTPS, or from this machine, have a microphone. */
function canRecord(): boolean {
  return typeof MediaRecorder === "function" && navigator.mediaDevices !== undefined;
}
