import { type ReactNode, useState } from "react";
import type { TranscriptRow } from "../hooks/rows.ts";
import { Chunks } from "./Chunks.tsx";
import { late } from "./late.tsx";
import { type RowChunk, type RowsProps, toChunks } from "./rowChunks.ts";
import { Skeleton } from "./Skeleton.tsx";

/** So many rows are all drawn when they come at once: one can search the page for them. */
const ALL = 1_000;

/** Few have said so much. */
const LongRows = late(() => import("./LongRows.tsx").then((file) => file.LongRows), {
  Loading: Skeleton,
});

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
