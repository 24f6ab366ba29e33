import type { ReactNode } from "react";
import { useToolCall } from "../hooks/useToolCall.ts";
import { CallSlot } from "./CallSlot.tsx";
import { MessageText } from "./MessageText.tsx";
import type { AssistantMessageProps } from "./parts.ts";

/**
 * Shows what the agent wrote, as Markdown, and a card for each tool it called.
 *
 * Renders a `Markdown` and the tool calls' cards, without an element around them.
 *
 * @example With buttons below
 * ```tsx
 * const Answer = (props: AssistantMessageProps) => (
 *   <>
 *     <AssistantMessage {...props} />
 *     <Feedback id={props.message.id} />
 *   </>
 * );
 * <Chat components={{ AssistantMessage: Answer }} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function AssistantMessage(props: AssistantMessageProps): ReactNode {
  const { message, calls, isStreaming = false } = props;
  return (
    <>
      {(message.content || isStreaming) && (
        <MessageText text={message.content ?? ""} isStreaming={isStreaming} />
      )}
      {calls
        ? calls.map((call) => <CallSlot key={call.toolCall.id} call={call} />)
        : message.toolCalls?.map(({ id }) => <SubscribedCall key={id} id={id} />)}
    </>
  );
}

/** For a message that was not taken from the list of rows, which knows its calls. */
function SubscribedCall({ id }: { readonly id: string }): ReactNode {
  const call = useToolCall(id);
  return call && <CallSlot call={call} />;
}
