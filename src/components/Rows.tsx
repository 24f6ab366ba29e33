import { memo, type ReactNode, useState } from "react";
import { rowId, type TranscriptRow } from "../hooks/rows.ts";
import { haveSameItems } from "../hooks/useSnapshot.ts";
import { late } from "./late.tsx";
import { Row } from "./Row.tsx";
import { type RowChunk, toChunks } from "./rowChunks.ts";
import { Skeleton } from "./Skeleton.tsx";

/** So many rows are all drawn when they come at once: one can search the page for them. */
const ALL = 1_000;

/** Few have said so much. */
const LongRows = late(() => import("./LongRows.tsx").then((file) => file.LongRows), {
  Loading: Skeleton,
});

/** @internal Props of what draws the rows of one thread. */
export interface RowsProps {
  readonly rows: readonly TranscriptRow[];
  /** What stands in front of the first row. */
  readonly children: ReactNode;
}

interface Drawn {
  readonly rows: readonly TranscriptRow[];
  /** Absent once there are so many that not all of them are drawn. */
  readonly chunks: readonly RowChunk[] | undefined;
}

/** @internal Draws the rows of one thread, in chunks; of a great many that come at once, those at the end. */
export function Rows({ rows, children }: RowsProps): ReactNode {
  // State and not a ref: a render that React throws away must not leave its keys behind.
  const [last, setLast] = useState<Drawn>({ rows: [], chunks: [] });
  let { chunks } = last;
  if (last.rows !== rows) {
    chunks = chunks && rows.length <= last.rows.length + ALL ? toChunks(rows, chunks) : undefined;
    setLast({ rows, chunks });
  }
  if (!chunks) return <LongRows rows={rows}>{children}</LongRows>;
  return (
    <>
      {children}
      <Chunks chunks={chunks} />
    </>
  );
}

/** @internal */
export function Chunks({ chunks }: { readonly chunks: readonly RowChunk[] }): ReactNode {
  return chunks.map(({ key, rows }) => <Chunk key={key} rows={rows} />);
}

const Chunk = memo(
  function Chunk({ rows }: Pick<RowsProps, "rows">): ReactNode {
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
