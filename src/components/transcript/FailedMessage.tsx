import type { ReactNode } from "react";
import { textOf } from "../../protocol/textOf.ts";
import type { MessageRow } from "../../selectors/transcriptRows.ts";
import { useClassName, useSettings } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { renderToolCall } from "../toolCall/ToolCallSlot.tsx";
import { NotDisplayed, PartBoundary } from "../ui/PartBoundary.tsx";

type FailedMessageProps = Pick<MessageRow, "message" | "calls">;

/**
 * @internal Renders a message whose component has thrown: its text as plain text, and its tool calls, which may ask the
 * user. Renders an `<article>` like the component, and nothing for reasoning that is hidden.
 */
export function FailedMessage({ message, calls }: FailedMessageProps): ReactNode {
  const { authors } = useStrings();
  const { reasoning } = useSettings();
  const className = useClassName("MessageItem", "agk-message");
  const { id, role, content } = message;
  if (role === "reasoning" && reasoning === "hidden") return null;
  return (
    <article
      className={className}
      data-role={role}
      data-message-id={id}
      aria-label={("name" in message && message.name) || authors[role]}
    >
      <NotDisplayed text={textOf(content)} />
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
