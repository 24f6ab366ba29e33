import { memo, type ReactNode } from "react";
import { rowId } from "../hooks/rows.ts";
import { haveSameItems } from "../hooks/useSnapshot.ts";
import { Row } from "./Row.tsx";
import type { RowChunk } from "./rowChunks.ts";

/** @internal Draws chunks of rows, each anew only when one of its rows is another. */
export function Chunks({ chunks }: { readonly chunks: readonly RowChunk[] }): ReactNode {
  return chunks.map(({ key, rows }) => <Chunk key={key} rows={rows} />);
}

const Chunk = memo(
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
