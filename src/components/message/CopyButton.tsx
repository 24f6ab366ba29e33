import { type ReactNode, useEffect, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { ActionButton } from "./ActionButton.tsx";
import type { Attempt } from "./useActionError.ts";

/** Duration of the confirmation on the button. */
const COPIED_MS = 2000;

interface CopyButtonProps {
  readonly copy: () => Promise<void>;
  readonly attempt: Attempt;
}

/** @internal Copies a message, and confirms it on the button and in a live region. */
export function CopyButton({ copy, attempt }: CopyButtonProps): ReactNode {
  const labels = useStrings().actions;
  /** Number of copies so far; undefined until the button is pressed. */
  const [copied, setCopied] = useState<{
    readonly times: number;
    readonly isConfirming: boolean;
  }>();

  useEffect(() => {
    if (!copied?.isConfirming) return;
    const timer = setTimeout(setCopied, COPIED_MS, { ...copied, isConfirming: false });
    return () => clearTimeout(timer);
  }, [copied]);

  const handlePress = async () => {
    const { times } = copied ?? { times: 0 };
    setCopied({ times, isConfirming: false });
    if (await attempt(copy, labels.copyFailed)) setCopied({ times: times + 1, isConfirming: true });
  };
  return (
    <>
      <ActionButton
        action="copy"
        icon={copied?.isConfirming ? "done" : "copy"}
        label={copied?.isConfirming ? labels.copied : labels.copy}
        onPress={() => void handlePress()}
      />
      {/* Mounted before it has content: screen readers announce only changes to a live region. */}
      {copied && (
        <span className="agk-sr-only" role="status">
          {copied.isConfirming && <span key={copied.times}>{labels.copied}</span>}
        </span>
      )}
    </>
  );
}
