import type { EventIngestor } from "../run/eventIngestor.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { ReplayReceiver } from "./tellingTypes.ts";

/** Where a stream can be gone on with, over several connections. */
export interface StreamCursor {
  readonly onCursor: (cursor: string) => void;
  /** The position of the last that was read; `undefined` when that has none: it is heard from the start. */
  current(): string | undefined;
  /** Makes what reads a stream and keeps track of it. */
  createReader(receiver: Pick<ReplayReceiver, "receive" | "isCatchingUp">): EventIngestor;
}

/** Keeps track of the position of a stream, also for a page that is loaded anew. */
export function createStreamCursor(
  { changes }: Pick<ThreadInternals, "changes">,
  from?: string,
): StreamCursor {
  let current = from;
  let isPast = false;
  let followed: Pick<ReplayReceiver, "isCatchingUp"> | undefined;
  return {
    onCursor(next) {
      current = next;
      isPast = false;
      // Of a run that is told again, a page that is loaded anew has what was shown: that is further on.
      if (!followed?.isCatchingUp)
        changes.recordChange({ cause: { name: "cursor", cursor: next } });
    },
    // To go on from there would tell twice what came behind it. An empty one takes the last one back.
    current: () => (isPast ? undefined : current || undefined),
    createReader(receiver) {
      followed = receiver;
      return (yielded) => {
        isPast = true;
        return receiver.receive(yielded);
      };
    },
  };
}
