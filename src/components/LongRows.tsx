import { type ReactNode, useState } from "react";
import { rowId } from "../hooks/rows.ts";
import { useThread } from "../hooks/useThread.ts";
import { Chunks } from "./Chunks.tsx";
import { OlderPlace } from "./OlderPlace.tsx";
import { type RowChunk, type RowsProps, toChunks } from "./rowChunks.ts";
import { places } from "./scroll/useStickToEnd.ts";

/** How many chunks are drawn at first, and each time somebody comes near the first of them. */
const STEP = 8;

/**
 * @internal Draws the end of a long conversation, and as far up as somebody goes. What was drawn stays, with all that is
 * open or selected in it, for as long as the thread is shown.
 */
export function LongRows({ rows, children }: RowsProps): ReactNode {
  const thread = useThread();
  const begin = (chunks: readonly RowChunk[]) => startAt(chunks, places.read(thread)?.place.id);
  const [last, setLast] = useState(() => {
    const chunks = toChunks(rows);
    return { rows, chunks, start: begin(chunks) };
  });
  let { chunks, start } = last;
  if (last.rows !== rows) {
    const first = chunks[start]?.key;
    chunks = toChunks(rows, chunks);
    // What comes in front of all that is drawn has been asked for.
    if (start > 0) start = chunks.findIndex(({ key }) => key === first);
    // That of another branch.
    if (start < 0) start = begin(chunks);
    setLast({ rows, chunks, start });
  }
  const showOlder = () => setLast({ rows, chunks, start: Math.max(0, start - STEP) });
  return (
    <>
      {start > 0 ? <OlderPlace onShow={showOlder} /> : children}
      <Chunks chunks={chunks.slice(start)} />
    </>
  );
}

/** Where to begin: near the end, or where one has left it. */
function startAt(chunks: readonly RowChunk[], readId: string | undefined): number {
  const read = chunks.findIndex(({ rows }) => rows.some((row) => rowId(row) === readId));
  return Math.max(0, Math.min(read < 0 ? chunks.length : read, chunks.length - STEP));
}
