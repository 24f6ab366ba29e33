import { createContext, memo, type ReactNode, useContext } from "react";
import { useSnapshotWhile } from "../../hooks/thread/useSnapshot.ts";
import {
  isSameRow,
  type MessageRow,
  selectRow,
  type TranscriptRow,
} from "../../selectors/transcriptRows.ts";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { BranchPickers } from "../message/BranchPicker.tsx";
import { MessageActions } from "../message/MessageActions.tsx";
import { MessageItem } from "../message/MessageItem.tsx";
import { useComponent, useSettings } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { ToolCallSlot } from "../toolCall/ToolCallSlot.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { FailedMessage } from "./FailedMessage.tsx";
import { WrittenStates } from "./WrittenStates.tsx";

/** @internal True when any message of the thread has branches. */
export const BranchesContext = createContext(false);

interface RowProps {
  readonly row: TranscriptRow;
}

/** @internal Renders a row of the transcript: of the agent, or of a sub-agent in its card. */
export const Row = memo(function Row({ row }: RowProps): ReactNode {
  if (typeof row === "string" || "message" in row) return <MessageSlot row={row} />;
  return (
    <>
      <SpawnedSubagents ids={[row.subagentId]} Call={ToolCallSlot} />
      <InterruptList interrupts={row.interrupts} />
    </>
  );
});

/**
 * Renders a message while it streams and afterwards, so that completion keeps what the user has expanded.
 * Only a streaming message subscribes to the store. A message that cannot be rendered is shown as plain text, and is
 * rendered again when its row changes: not with each token.
 */
function MessageSlot({ row }: { readonly row: MessageRow | string }): ReactNode {
  const isGrowing = typeof row === "string";
  const current = useSnapshotWhile(
    isGrowing,
    (snapshot): MessageRow | undefined => (isGrowing ? selectRow(snapshot, row) : row),
    isSameRow,
  );
  const hasBranches = useContext(BranchesContext);
  const { messageActions } = useSettings();
  const MessagePart = useComponent("MessageItem", MessageItem);
  const MessageActionsPart = useComponent("MessageActions", MessageActions);
  if (!current) return null;
  const { interrupts, hasBody, subagents, states, endsReply: _, ...props } = current;
  const { message } = props;
  const isFromUser = message.role === "user" && !message.subagentRunId;
  // `current` may be an equal row that lacks `endsReply` still, so the row itself is read.
  const hasActions = messageActions !== false && !isGrowing && (isFromUser || row.endsReply);
  const writtenStates = states.length > 0 && <WrittenStates keys={states} />;
  return (
    <>
      {hasBody && (
        <ErrorBoundary
          fallback={<FailedMessage message={message} calls={props.calls} />}
          resetKeys={[row]}
        >
          <MessagePart {...props} />
        </ErrorBoundary>
      )}
      <SpawnedSubagents ids={subagents} Call={ToolCallSlot} />
      {message.role !== "user" && writtenStates}
      {/* Styles align the footer by `data-role`: before a reply without a body, a sibling selector would match the user message. */}
      {(hasBranches || hasActions) && (
        <div className="agk-message-footer" data-role={message.role}>
          <ErrorBoundary fallback={null} resetKeys={[row]}>
            {hasActions && <MessageActionsPart message={message} />}
            {hasBranches && <BranchPickers id={message.id} />}
          </ErrorBoundary>
        </div>
      )}
      {message.role === "user" && writtenStates}
      <InterruptList interrupts={interrupts} />
    </>
  );
}
