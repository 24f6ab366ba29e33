import type { ReactNode } from "react";
import { usePart } from "../settings/settings.tsx";
import type { UserMessageProps } from "../settings/transcriptProps.ts";
import { MediaPart } from "./MediaPart.tsx";

/**
 * Shows what the person sent: text as it was typed, and attached media above it.
 *
 * Renders a `<div>` for the text, after one for each media part.
 *
 * @example With a mark of one's own
 * ```tsx
 * const Mine = (props: UserMessageProps) => <><Avatar /><UserMessage {...props} /></>;
 * <Chat components={{ UserMessage: Mine }} />
 * ```
 * @selector `.agk-bubble` The text.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function UserMessage({ message: { content } }: UserMessageProps): ReactNode {
  const Media = usePart("MediaPart", MediaPart);
  const parts = typeof content === "string" ? [] : content;
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  return (
    <>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
        part.type === "text" ? null : <Media key={index} part={part} />,
      )}
      {text && (
        <div className="agk-bubble" dir="auto">
          {text}
        </div>
      )}
    </>
  );
}
