import { memo, type ReactNode } from "react";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { TurnNameContext } from "../message/MessageItem.tsx";
import { Turn } from "../message/Turn.tsx";
import { useComponent } from "../settings/settings.tsx";
import type { TurnSegment } from "./chunkRows.ts";
import { Row } from "./Row.tsx";

const endsReply = (row: TranscriptRow) =>
  typeof row === "object" && "message" in row && row.endsReply;

interface TurnSlotProps {
  readonly segment: TurnSegment;
}

/**
 * @internal Renders a turn with its rows. Renders again only when the turn or one of its
 * rows changes; a streaming row renders alone.
 */
export const TurnSlot = memo(function TurnSlot({ segment }: TurnSlotProps): ReactNode {
  const { rows, turn } = segment;
  const TurnPart = useComponent("Turn", Turn);
  const ids = rows.map(rowId);
  const { firstId, author = "assistant", name, startedAt, previousAt } = turn ?? {};
  return (
    // Styles show the actions of the last answer, whatever element the turn has.
    <div className="agk-slot" data-reply={rows.some(endsReply) || undefined}>
      <TurnPart
        author={author}
        ids={ids}
        startedAt={startedAt}
        previousAt={previousAt}
        isContinued={firstId !== ids[0]}
        name={name}
      >
        <TurnNameContext.Provider value={name}>
          <div className="agk-turn-rows">
            {rows.map((row) => (
              <Row key={rowId(row)} row={row} />
            ))}
          </div>
        </TurnNameContext.Provider>
      </TurnPart>
    </div>
  );
});
