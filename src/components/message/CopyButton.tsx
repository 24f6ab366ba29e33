import { type ReactNode, useEffect, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { ActionButton } from "./ActionButton.tsx";
import type { Attempt } from "./useActionError.ts";

/** How long the button says that it has copied. */
const COPIED_MS = 2000;

interface CopyButtonProps {
  readonly copy: () => Promise<void>;
  readonly attempt: Attempt;
}

/** @internal Copies a message, and says so in the button and in a live region. */
export function CopyButton({ copy, attempt }: CopyButtonProps): ReactNode {
  const words = useStrings().actions;
  /** How often it was; undefined until it is pressed. */
  const [copied, setCopied] = useState<{ readonly times: number; readonly isShown: boolean }>();

  useEffect(() => {
    if (!copied?.isShown) return;
    const timer = setTimeout(setCopied, COPIED_MS, { ...copied, isShown: false });
    return () => clearTimeout(timer);
  }, [copied]);

  const handlePress = async () => {
    const { times } = copied ?? { times: 0 };
    setCopied({ times, isShown: false });
    if (await attempt(copy, words.notCopied)) setCopied({ times: times + 1, isShown: true });
  };
  return (
    <>
      <ActionButton
        action="copy"
        icon={copied?.isShown ? "done" : "copy"}
        label={copied?.isShown ? words.copied : words.copy}
        onPress={() => void handlePress()}
      />
      {/* There before it has something to say, as it would not be heard else. */}
      {copied && (
        <span className="agk-sr-only" role="status">
          {copied.isShown && <span key={copied.times}>{words.copied}</span>}
        </span>
      )}
    </>
  );
}
