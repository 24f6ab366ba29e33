import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { ReplayReceiver } from "./replayReceiver/receiverTypes.ts";

/** Tracker of the cursor of a stream over several connections. */
export interface StreamCursor {
  readonly onCursor: (cursor: string) => void;
  /** Returns the cursor of the last event that was read; `undefined` when that event has none. */
  currentCursor(): string | undefined;
  /** Creates a reader that tracks the events of a receiver. */
  createReader(receiver: CursorReceiver): ReplayReceiver["receiveYielded"];
}

/** Receiver of the events to which the cursors belong. */
type CursorReceiver = Pick<ReplayReceiver, "receiveYielded" | "isCatchingUp" | "hasDeferredEvents">;

/** Creates the cursor of a stream, and logs it for a reload. */
export function createStreamCursor(
  { changes }: Pick<ThreadInternals, "changes">,
  from?: string,
): StreamCursor {
  let current = from;
  let isPast = false;
  let followedReceiver: CursorReceiver | undefined;
  return {
    onCursor(next) {
      current = next;
      isPast = false;
      // The shown snapshot, which a reload restores, lacks events that are replayed or deferred.
      if (!followedReceiver?.isCatchingUp && !followedReceiver?.hasDeferredEvents)
        changes.recordChange({ cause: { name: "cursor", cursor: next } });
    },
    // After later events, the cursor would repeat them. An empty cursor withdraws the last one.
    currentCursor: () => (isPast ? undefined : current || undefined),
    createReader(receiver) {
      followedReceiver = receiver;
      return (yielded) => {
        isPast = true;
        return receiver.receiveYielded(yielded);
      };
    },
  };
}
