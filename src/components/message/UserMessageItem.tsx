import type { ReactNode } from "react";
import { useComponent } from "../settings/settings.tsx";
import type { UserMessageItemProps } from "../settings/transcriptPartProps.ts";
import { MediaPart } from "./MediaPart.tsx";

/**
 * Shows a user message: the text as typed, not as Markdown, below its media parts.
 *
 * Renders a `MediaPart` for each media part, and a `<div>` for the text.
 *
 * @example Add an avatar
 * ```tsx
 * const Mine = (props: UserMessageItemProps) => <><Avatar /><UserMessageItem {...props} /></>;
 * <Chat components={{ UserMessageItem: Mine }} />
 * ```
 * @selector `.agk-bubble` The text.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function UserMessageItem({ message: { content } }: UserMessageItemProps): ReactNode {
  const Media = useComponent("MediaPart", MediaPart);
  const parts = typeof content === "string" ? [] : content;
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  return (
    <>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
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
