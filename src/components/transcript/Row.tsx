import { createContext, memo, type ReactNode, useContext } from "react";
import { useSnapshotWhile } from "../../hooks/thread/useSnapshot.ts";
import {
  isSameRow,
  type MessageRow,
  selectRow,
  type TranscriptRow,
} from "../../selectors/transcriptRows.ts";
import { Interrupts } from "../interrupt/Interrupts.tsx";
import { MessageActions } from "../message/_MessageActions.tsx";
import { Message } from "../message/Message.tsx";
import { usePart, useSettings } from "../settings/settings.tsx";
import { SpawnedSubagents } from "../subagent/SpawnedSubagents.tsx";
import { ToolCallSlot } from "../toolCall/ToolCallSlot.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";

/** Without a connection there is one version of everything. */
const BranchPlace = lazyPart(() =>
  import("../message/BranchPlace.tsx").then((file) => file.BranchPlace),
);

/** @internal Whether there is anything of which there are several versions. */
export const BranchesContext = createContext(false);

interface RowProps {
  readonly row: TranscriptRow;
}

/** @internal A line of a transcript: that of the agent, or that of a sub-agent inside its card. */
export const Row = memo(function Row({ row }: RowProps): ReactNode {
  if (typeof row === "string" || "message" in row) return <MessageLine row={row} />;
  return (
    <>
      <SpawnedSubagents ids={[row.subagentId]} Call={ToolCallSlot} />
      <Interrupts of={row.interrupts} />
    </>
  );
});

/**
 * One component for a growing and for a settled message, so that settling keeps what the person has
 * opened in it. Only a growing one subscribes.
 */
function MessageLine({ row }: { readonly row: MessageRow | string }): ReactNode {
  const isGrowing = typeof row === "string";
  const live = useSnapshotWhile(
    isGrowing,
    (snapshot): MessageRow | undefined => (isGrowing ? selectRow(snapshot, row) : row),
    isSameRow,
  );
  const hasBranches = useContext(BranchesContext);
  const { messageActions } = useSettings();
  const Line = usePart("Message", Message);
  const Actions = usePart("MessageActions", MessageActions);
  if (!live) return null;
  const { interrupts, hasBody, subagents, endsAnswer: _, ...props } = live;
  const { message } = props;
  const isOfPerson = message.role === "user" && !message.subagentRunId;
  // Of the line itself: what shows the same otherwise is kept, and may be from before the end.
  const hasActions = messageActions !== false && !isGrowing && (isOfPerson || row.endsAnswer);
  return (
    <>
      {hasBody && <Line {...props} />}
      <SpawnedSubagents ids={subagents} Call={ToolCallSlot} />
      {/* By what they are of: below a question that follows a message they would be that question's. */}
      {(hasBranches || hasActions) && (
        <div className="agk-foot" data-role={message.role}>
          {hasActions && <Actions message={message} />}
          {hasBranches && <BranchPlace id={message.id} />}
        </div>
      )}
      <Interrupts of={interrupts} />
    </>
  );
}
