import { createContext, memo, type ReactNode, useContext } from "react";
import { ActivitySlot } from "../activity/ActivitySlot.tsx";
import { resolveComponent, useClassName, useSettings } from "../settings/settings.tsx";
import type { MessageItemProps } from "../settings/transcriptPartProps.ts";
import { useAssistantName } from "../strings/useAssistantName.ts";
import { useStrings } from "../strings/useStrings.ts";
import { ToolResult } from "../toolCall/ToolResult.tsx";
import { AssistantMessageItem } from "./AssistantMessageItem.tsx";
import { Reasoning } from "./Reasoning.tsx";
import { SystemMessageItem } from "./SystemMessageItem.tsx";
import { UserMessageItem } from "./UserMessageItem.tsx";

/** @internal Name above the turn, which its messages do not repeat. */
export const TurnNameContext = createContext<string | undefined>(undefined);

/**
 * Shows one message of any of the seven roles, with the component for its role.
 *
 * `MessageList` renders these itself; use it for a single message. Renders an `<article>` named after its author, and
 * nothing for reasoning that is hidden.
 *
 * @example Show the first message of the thread
 * ```tsx
 * const [first] = useMessages();
 * return first && <MessageItem message={first} />;
 * ```
 * @selector `.agk-message[data-role="user"]` Also `assistant`, `system`, `developer`, `tool`,
 * `activity` and `reasoning`.
 * @selector `.agk-message[data-message-id="…"]` The message with that id.
 * @selector `.agk-message[data-streaming]` While its text streams.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const MessageItem = memo(function MessageItem(props: MessageItemProps): ReactNode {
  const { message, isStreaming = false } = props;
  const strings = useStrings();
  const { reasoning, classNames } = useSettings();
  const { authors } = strings;
  const { role } = message;
  // User and assistant messages render no element of their own that could take the class.
  const added =
    role === "user"
      ? classNames.UserMessageItem
      : role === "assistant"
        ? classNames.AssistantMessageItem
        : undefined;
  const className = useClassName("MessageItem", "agk-message", added);
  const assistant = useAssistantName(message);
  const name = "name" in message ? message.name : undefined;
  const turnName = useContext(TurnNameContext);
  if (role === "reasoning" && reasoning === "hidden") return null;
  return (
    <article
      className={className}
      data-role={role}
      data-message-id={message.id}
      data-streaming={isStreaming || undefined}
      aria-label={name ?? (role === "assistant" ? assistant : authors[role])}
    >
      {role === "assistant" && name && name !== turnName && (
        <span className="agk-author">{name}</span>
      )}
      <MessageBody {...props} />
    </article>
  );
});

function MessageBody({ message, ...rest }: MessageItemProps): ReactNode {
  const { components } = useSettings();
  switch (message.role) {
    case "user": {
      const Part = resolveComponent(components, "UserMessageItem", UserMessageItem);
      return <Part message={message} />;
    }
    case "assistant": {
      const Part = resolveComponent(components, "AssistantMessageItem", AssistantMessageItem);
      return <Part message={message} {...rest} />;
    }
    case "system":
    case "developer": {
      const Part = resolveComponent(components, "SystemMessageItem", SystemMessageItem);
      return <Part message={message} />;
    }
    case "tool": {
      const Part = resolveComponent(components, "ToolResult", ToolResult);
      return <Part message={message} />;
    }
    case "activity":
      return <ActivitySlot message={message} />;
    case "reasoning": {
      const Part = resolveComponent(components, "Reasoning", Reasoning);
      return <Part message={message} {...rest} />;
    }
  }
}
