import { memo, type ReactNode } from "react";
import { ActivitySlot } from "../activity/ActivitySlot.tsx";
import { partOf, useClass, useSettings } from "../settings/settings.tsx";
import type {
  MessageProps,
  SystemMessageProps,
  ToolResultProps,
} from "../settings/transcriptProps.ts";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { AssistantMessage } from "./AssistantMessage.tsx";
import { Reasoning } from "./Reasoning.tsx";
import { UserMessage } from "./UserMessage.tsx";

/** Few conversations show one. */
const Note = lazyPart<SystemMessageProps>(
  () => import("./SystemMessage.tsx").then((file) => file.SystemMessage),
  {
    Failed: LoadFailed,
  },
);

/** Most of them are in the card of their call. */
const ToolResult = lazyPart<ToolResultProps>(
  () => import("../toolCall/ToolResult.tsx").then((file) => file.ToolResult),
  { Failed: LoadFailed },
);

/**
 * Shows one message of any of the seven roles, drawn by the part for its role.
 *
 * `MessageList` draws these by itself; use it for a message on its own. Renders an `<article>`
 * named after its author; nothing for reasoning that is hidden.
 *
 * @example The first message of the thread
 * ```tsx
 * const [first] = useMessages();
 * return first && <Message message={first} />;
 * ```
 * @selector `.agk-message[data-role="user"]` Also `assistant`, `system`, `developer`, `tool`,
 * `activity` and `reasoning`.
 * @selector `.agk-message[data-message-id="…"]` The message of that id.
 * @selector `.agk-message[data-streaming]` While its text arrives.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export const Message = memo(function Message(props: MessageProps): ReactNode {
  const { message, isStreaming = false } = props;
  const { strings, reasoning, classNames } = useSettings();
  const { authors } = strings;
  const { role } = message;
  // What a person and an agent say has no element of its own around it.
  const added =
    role === "user"
      ? classNames.UserMessage
      : role === "assistant"
        ? classNames.AssistantMessage
        : undefined;
  const className = useClass("Message", "agk-message", added);
  const name = "name" in message ? message.name : undefined;
  if (role === "reasoning" && reasoning === "hidden") return null;
  return (
    <article
      className={className}
      data-role={role}
      data-message-id={message.id}
      data-streaming={isStreaming || undefined}
      aria-label={name ?? authors[role]}
    >
      {role === "assistant" && name && <span className="agk-author">{name}</span>}
      <MessageBody {...props} />
    </article>
  );
});

function MessageBody({ message, ...rest }: MessageProps): ReactNode {
  const { components } = useSettings();
  switch (message.role) {
    case "user": {
      const Part = partOf(components, "UserMessage", UserMessage);
      return <Part message={message} />;
    }
    case "assistant": {
      const Part = partOf(components, "AssistantMessage", AssistantMessage);
      return <Part message={message} {...rest} />;
    }
    case "system":
    case "developer": {
      const Part = partOf(components, "SystemMessage", Note);
      return <Part message={message} />;
    }
    case "tool": {
      const Part = partOf(components, "ToolResult", ToolResult);
      return <Part message={message} />;
    }
    case "activity":
      return <ActivitySlot message={message} />;
    case "reasoning": {
      const Part = partOf(components, "Reasoning", Reasoning);
      return <Part message={message} {...rest} />;
    }
  }
}
