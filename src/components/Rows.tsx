import { type ReactNode, useState } from "react";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import { useThread } from "../hooks/useThread.ts";
import { Chunks } from "./Chunks.tsx";
import { drawnRange, type Range } from "./drawnRange.ts";
import { LoadFailed } from "./LoadFailed.tsx";
import { late } from "./late.tsx";
import { toChunks } from "./rowChunks.ts";
import { places } from "./scroll/useStickToEnd.ts";
import type { Drawn } from "./undrawn.ts";

/** Most agents know nothing of what was said before. */
const EarlierPlace = late(() => import("./EarlierPlace.tsx").then((file) => file.EarlierPlace));

/** Few have said so much. */
const UndrawnPlace = late(() => import("./UndrawnPlace.tsx").then((file) => file.UndrawnPlace), {
  Failed: LoadFailed,
});

/**
 * @internal Draws the rows of one thread, in chunks; of a great many that come at once, those one sees first. What was
 * drawn stays, with all that is open or selected in it, for as long as the thread is shown.
 */
export function Rows({ rows }: Pick<Drawn, "rows">): ReactNode {
  const thread = useThread();
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  // State and not a ref: a render that React throws away must not leave its keys behind.
  const [last, setLast] = useState<Drawn>({ rows: [], from: 0, to: 0, chunks: [] });
  const draw = ({ from, to }: Range) => {
    const drawn = { rows, from, to, chunks: toChunks(rows.slice(from, to), last.chunks) };
    setLast(drawn);
    return drawn;
  };
  const drawn =
    last.rows === rows ? last : draw(drawnRange(rows, last, places.read(thread)?.place.id));
  return (
    <>
      {hasEarlier && <EarlierPlace isAtTop={drawn.from === 0} />}
      {drawn.from > 0 && <UndrawnPlace drawn={drawn} onDraw={draw} />}
      <Chunks chunks={drawn.chunks} />
      {drawn.to < rows.length && <UndrawnPlace drawn={drawn} onDraw={draw} isBelow />}
    </>
  );
}
