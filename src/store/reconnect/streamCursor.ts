import type { StreamReader } from "../run/eventIngestor.ts";
import type { ThreadBase } from "../thread/threadInternals.ts";
import type { ReplayReceiver } from "./tellingTypes.ts";

/** Where a stream can be gone on with, over several connections. */
export interface StreamCursor {
  readonly onCursor: (cursor: string) => void;
  /** The position of the last that was read; `undefined` when that has none: it is heard from the start. */
  cursor(): string | undefined;
  /** Makes what reads a stream and keeps track of it. */
  follow(telling: Pick<ReplayReceiver, "read" | "isBehind">): StreamReader;
}

/** Keeps track of the position of a stream, also for a page that is loaded anew. */
export function createPosition(
  { changes }: Pick<ThreadBase, "changes">,
  from?: string,
): StreamCursor {
  let cursor = from;
  let isPast = false;
  let followed: Pick<ReplayReceiver, "isBehind"> | undefined;
  return {
    onCursor(next) {
      cursor = next;
      isPast = false;
      // Of a run that is told again, a page that is loaded anew has what was shown: that is further on.
      if (!followed?.isBehind) changes.take({ cause: { name: "cursor", cursor: next } });
    },
    // To go on from there would tell twice what came behind it. An empty one takes the last one back.
    cursor: () => (isPast ? undefined : cursor || undefined),
    follow(telling) {
      followed = telling;
      return (yielded) => {
        isPast = true;
        return telling.read(yielded);
      };
    },
  };
}
