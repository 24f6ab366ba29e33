import type { ReactNode } from "react";
import type { ContentPart } from "../../protocol/events.ts";
import { textOf } from "../../protocol/textOf.ts";
import type { MessageRow } from "../../selectors/transcriptRows.ts";
import { fileNameOf } from "../message/MediaPart.tsx";
import { useClassName, useSettings } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { renderToolCall } from "../toolCall/ToolCallSlot.tsx";
import { NotDisplayed, PartBoundary } from "../ui/PartBoundary.tsx";

type FailedMessageProps = Pick<MessageRow, "message" | "calls">;

/**
 * @internal Renders a message whose component has thrown: its text, the names of its files, and its tool calls, which may ask
 * the user. Renders nothing for reasoning that is hidden.
 */
export function FailedMessage({ message, calls }: FailedMessageProps): ReactNode {
  const strings = useStrings();
  const { reasoning } = useSettings();
  const className = useClassName("MessageItem", "agk-message");
  const { id, role, content } = message;
  const parts: readonly ContentPart[] =
    role === "user" && typeof content !== "string" ? content : [];
  const mediaNames = parts.flatMap((part) =>
    part.type === "text" ? [] : (fileNameOf(part) ?? strings[part.type]),
  );
  if (role === "reasoning" && reasoning === "hidden") return null;
  return (
    <article
      className={className}
      data-role={role}
      data-message-id={id}
      aria-label={("name" in message && message.name) || strings.authors[role]}
    >
      <NotDisplayed text={[textOf(content), ...mediaNames].filter(Boolean).join("\n")} />
      {calls.map((call) => (
        <PartBoundary
          key={call.toolCall.id}
          text={call.toolCall.function.name}
          resetKeys={[call.status]}
        >
          {renderToolCall(call)}
        </PartBoundary>
      ))}
    </article>
  );
}
