import { memo, type ReactNode } from "react";
import { rowId } from "../hooks/rows.ts";
import { haveSameItems } from "../hooks/useSnapshot.ts";
import { Row } from "./Row.tsx";
import type { RowChunk } from "./rowChunks.ts";

/** @internal Draws a chunk of rows, anew only when one of them is another. */
export const Chunk = memo(
  function Chunk({ rows }: Pick<RowChunk, "rows">): ReactNode {
    return (
      <div className="agk-rows">
        {rows.map((row) => (
          <Row key={rowId(row)} row={row} />
        ))}
      </div>
    );
  },
  (before, now) => haveSameItems(before.rows, now.rows),
);
