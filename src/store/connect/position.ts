import type { StreamReader } from "../streamReader.ts";
import type { ThreadBase } from "../threadBase.ts";
import type { Telling } from "./telling.ts";

/** Where a stream can be gone on with, over several connections. */
export interface Position {
  readonly onCursor: (cursor: string) => void;
  /** The position of the last that was read; `undefined` when that has none: it is heard from the start. */
  cursor(): string | undefined;
  /** Makes what reads a stream and keeps track of it. */
  follow(telling: Pick<Telling, "read">): StreamReader;
}

/** Keeps track of the position of a stream, also for a page that is loaded anew. */
export function createPosition({ changes }: Pick<ThreadBase, "changes">, from?: string): Position {
  let cursor = from;
  let isPast = false;
  return {
    onCursor(next) {
      cursor = next;
      isPast = false;
      changes.take({ cause: { name: "cursor", cursor: next } });
    },
    // To go on from there would tell twice what came behind it.
    cursor: () => (isPast ? undefined : cursor),
    follow: (telling) => (yielded) => {
      isPast = true;
      return telling.read(yielded);
    },
  };
}
