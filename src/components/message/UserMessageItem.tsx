import type { ReactNode } from "react";
import type { ContentPart } from "../../protocol/events.ts";
import { useComponent } from "../settings/settings.tsx";
import type { MediaContentPart, UserMessageItemProps } from "../settings/transcriptPartProps.ts";
import { useShownItems } from "../ui/useShownItems.tsx";
import { MediaPart } from "./MediaPart.tsx";

/** Number of media parts that are shown at first. */
const MAX_MEDIA = 50;

/**
 * Shows a user message: the text as typed, not as Markdown, below its media parts.
 *
 * Renders a `MediaPart` for each media part, and a `<div>` for the text. A button shows more than 50 media parts.
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
  const media = typeof content === "string" ? [] : content.filter(isMedia);
  const { shown, moreButton } = useShownItems(media, MAX_MEDIA);
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  return (
    <>
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its position
        <Media key={index} part={part} />
      ))}
      {moreButton}
      {text && (
        <div className="agk-bubble" dir="auto">
          {text}
        </div>
      )}
    </>
  );
}

function isMedia(part: ContentPart): part is MediaContentPart {
  return part.type !== "text";
}
