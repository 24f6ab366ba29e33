import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { subscribeToNothing } from "../../../hooks/thread/useSnapshot.ts";
import { formatClock } from "../../strings/format.ts";
import { useStrings } from "../../strings/useStrings.ts";
import type { ComposerDraft } from "../draft.ts";
import { ComposerButton } from "./ComposerButton.tsx";
import { useRecorder } from "./useRecorder.ts";

interface RecordButtonProps {
  readonly draft: ComposerDraft;
  /**
   * Receives the function that starts a recording for the current draft. Returns the id of the attachment, or
   * `undefined` when the draft has no room for one.
   */
  readonly onRecord: (start: () => Promise<File> | undefined) => string | undefined;
}

/**
 * Renders a button that records audio, where the browser supports it. The recording stays in the tab until
 * the message is sent. Sending the message or removing the attachment ends the recording.
 */
export function RecordButton({ draft, onRecord }: RecordButtonProps): ReactNode {
  const { attachments: strings } = useStrings();
  const { updateDraft, isSendPending, attachments } = draft;
  const [id, setId] = useState("");
  const isAttached = attachments.some((attachment) => attachment.id === id);
  const { seconds, start, stop } = useRecorder(updateDraft, strings.recording);
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
    return <ComposerButton label={strings.record} icon="record" onPress={handlePress} />;
  }
  return (
    <ComposerButton
      label={strings.stopRecording}
      icon="stop"
      onPress={stop}
      isPressed
      time={formatClock(seconds)}
    />
  );
}

/** Browsers expose microphones only to pages from HTTPS or localhost. */
function canRecord(): boolean {
  return typeof MediaRecorder === "function" && navigator.mediaDevices !== undefined;
}
