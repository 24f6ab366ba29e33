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
import { Message } from "../message/Message.tsx";
import { MessageActions } from "../message/MessageActions.tsx";
import { useComponent, useSettings } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { ToolCallSlot } from "../toolCall/ToolCallSlot.tsx";

/** @internal Whether there is anything of which there are several versions. */
export const BranchesContext = createContext(false);

interface RowProps {
  readonly row: TranscriptRow;
}

/** @internal A line of a transcript: that of the agent, or that of a sub-agent inside its card. */
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
 * One component for a growing and for a settled message, so that settling keeps what the person has
 * opened in it. Only a growing one subscribes.
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
  const MessagePart = useComponent("Message", Message);
  const MessageActionsPart = useComponent("MessageActions", MessageActions);
  if (!current) return null;
  const { interrupts, hasBody, subagents, endsAnswer: _, ...props } = current;
  const { message } = props;
  const isFromUser = message.role === "user" && !message.subagentRunId;
  // Of the line itself: what shows the same otherwise is kept, and may be from before the end.
  const hasActions = messageActions !== false && !isGrowing && (isFromUser || row.endsAnswer);
  return (
    <>
      {hasBody && <MessagePart {...props} />}
      <SpawnedSubagents ids={subagents} Call={ToolCallSlot} />
      {/* By what they are of: below a question that follows a message they would be that question's. */}
      {(hasBranches || hasActions) && (
        <div className="agk-foot" data-role={message.role}>
          {hasActions && <MessageActionsPart message={message} />}
          {hasBranches && <BranchPickers id={message.id} />}
        </div>
      )}
      <InterruptList interrupts={interrupts} />
    </>
  );
}
