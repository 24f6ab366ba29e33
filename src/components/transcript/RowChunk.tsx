import { memo, type ReactNode, useRef } from "react";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { rowId } from "../../selectors/transcriptRows.ts";
import { Row } from "./Row.tsx";
import type { TranscriptChunk } from "./rowChunks.ts";
import { useIsNearViewport } from "./useNearViewport.ts";

/** @internal Renders a chunk of rows, and again only when one of its rows changes. */
export const RowChunk = memo(
  function RowChunk({ rows }: Pick<TranscriptChunk, "rows">): ReactNode {
    const box = useRef<HTMLDivElement>(null);
    return (
      <NearViewportContext.Provider value={useIsNearViewport(box)}>
        <div className="agk-rows" ref={box}>
          {rows.map((row) => (
            <Row key={rowId(row)} row={row} />
          ))}
        </div>
      </NearViewportContext.Provider>
    );
  },
  (before, now) => haveSameItems(before.rows, now.rows),
);
