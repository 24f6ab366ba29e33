import { memo, type ReactNode, useRef } from "react";
import { InSightContext } from "../hooks/inSightContext.ts";
import { rowId } from "../hooks/rows.ts";
import { haveSameItems } from "../hooks/useSnapshot.ts";
import { Row } from "./Row.tsx";
import type { RowChunk } from "./rowChunks.ts";
import { useIsInSight } from "./useIsInSight.ts";

/** @internal Draws a chunk of rows, anew only when one of them is another. */
export const Chunk = memo(
  function Chunk({ rows }: Pick<RowChunk, "rows">): ReactNode {
    const box = useRef<HTMLDivElement>(null);
    return (
      <InSightContext.Provider value={useIsInSight(box)}>
        <div className="agk-rows" ref={box}>
          {rows.map((row) => (
            <Row key={rowId(row)} row={row} />
          ))}
        </div>
      </InSightContext.Provider>
    );
  },
  (before, now) => haveSameItems(before.rows, now.rows),
);
