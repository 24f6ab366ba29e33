import { type ReactNode, useMemo } from "react";
import { useAnnotations } from "../../hooks/thread/useFeedback.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { isSameCall, type ToolCallView, toViews } from "../../selectors/toolCallView.ts";
import { useComponent } from "../settings/settings.tsx";
import type { AssistantMessageItemProps } from "../settings/transcriptPartProps.ts";
import { messageSources } from "../sources/messageSources.ts";
import { Sources } from "../sources/Sources.tsx";
import type { Source } from "../sources/source.ts";
import { renderToolCall } from "../toolCall/ToolCallSlot.tsx";
import { ToolGroup } from "../toolCall/ToolGroup.tsx";
import { MessageText } from "./MessageText.tsx";

/**
 * Shows the text of an assistant message as Markdown, the sources that it cites, and a card for each of its tool calls.
 * Three or more calls are collapsed.
 *
 * Renders a `Markdown`, `Sources` and a `ToolGroup`, without an element around them.
 *
 * @example Add buttons below
 * ```tsx
 * const Reply = (props: AssistantMessageItemProps) => (
 *   <>
 *     <AssistantMessageItem {...props} />
 *     <Feedback id={props.message.id} />
 *   </>
 * );
 * <Chat components={{ AssistantMessageItem: Reply }} />
 * ```
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function AssistantMessageItem(props: AssistantMessageItemProps): ReactNode {
  const { message, calls, isStreaming = false } = props;
  const SourceRow = useComponent("Sources", Sources);
  const sources = useSources(message);
  return (
    <>
      {(message.content || isStreaming) && (
        <MessageText text={message.content ?? ""} isStreaming={isStreaming} sources={sources} />
      )}
      {sources.length > 0 && <SourceRow sources={sources} />}
      {calls ? (
        <Calls calls={calls} />
      ) : (
        (message.toolCalls?.length ?? 0) > 0 && <SubscribedCalls message={message} />
      )}
    </>
  );
}

/** Keeps the list while only the text of the message grows, so that citations do not render again. */
function useSources({ id, metadata }: AssistantMessageItemProps["message"]): readonly Source[] {
  const annotations = useAnnotations(id);
  return useMemo(() => messageSources(metadata, annotations), [metadata, annotations]);
}

/** Selects the calls itself, for a message that is rendered outside a `MessageList`. */
function SubscribedCalls({ message }: Pick<AssistantMessageItemProps, "message">): ReactNode {
  return <Calls calls={useSnapshot((snapshot) => toViews(snapshot, message), haveSameCalls)} />;
}

function Calls({ calls }: { readonly calls: readonly ToolCallView[] }): ReactNode {
  const Group = useComponent("ToolGroup", ToolGroup);
  return calls.length > 0 && <Group calls={calls} renderCall={renderToolCall} />;
}

function haveSameCalls(a: readonly ToolCallView[], b: readonly ToolCallView[]): boolean {
  return a.length === b.length && a.every((call, index) => isSameCall(call, b[index]));
}
