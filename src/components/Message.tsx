import { memo, type ReactNode } from "react";
import { Activity } from "./Activity.tsx";
import { AssistantMessage } from "./AssistantMessage.tsx";
import { Note } from "./Note.tsx";
import { Reasoning } from "./Reasoning.tsx";
import { type MessageProps, useSettings } from "./settings.tsx";
import { ToolResult } from "./ToolResult.tsx";
import { UserMessage } from "./UserMessage.tsx";

/**
 * Shows one message of any of the seven roles, drawn by the part for its role.
 *
 * `MessageList` draws these by itself; use it for a message on its own. Renders an `<article>`
 * named after its author.
 *
 * @example The first message of the thread
 * ```tsx
 * const [first] = useMessages();
 * return first && <Message message={first} />;
 * ```
 * @selector `.agk-message[data-role="user"]` Also `assistant`, `system`, `developer`, `tool`,
 * `activity` and `reasoning`.
 * @selector `.agk-message[data-streaming]` While its text arrives.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const Message = memo(function Message(props: MessageProps): ReactNode {
  const { message, isStreaming = false } = props;
  const { authors } = useSettings().strings;
  const name = "name" in message ? message.name : undefined;
  return (
    <article
      className="agk-message"
      data-role={message.role}
      data-streaming={isStreaming || undefined}
      aria-label={name ?? authors[message.role]}
    >
      {message.role === "assistant" && name && <span className="agk-author">{name}</span>}
      <MessageBody {...props} />
    </article>
  );
});

function MessageBody({ message, ...rest }: MessageProps): ReactNode {
  const { components } = useSettings();
  const parts = { ...defaultParts, ...components };
  switch (message.role) {
    case "user":
      return <parts.UserMessage message={message} />;
    case "assistant":
      return <parts.AssistantMessage message={message} {...rest} />;
    case "system":
    case "developer":
      return <parts.Note message={message} />;
    case "tool":
      return <parts.ToolResult message={message} />;
    case "activity":
      return <parts.Activity message={message} />;
    case "reasoning":
      return <parts.Reasoning message={message} {...rest} />;
  }
}

const defaultParts = { UserMessage, AssistantMessage, Note, ToolResult, Activity, Reasoning };
