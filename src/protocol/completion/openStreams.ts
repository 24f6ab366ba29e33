import { createIdLists } from "./idLists.ts";
import type { StreamKind } from "./streamReferences.ts";

/**
 * The open streams of a run by `streamKey`. An event without an id continues the innermost stream of its key: the one that
 * was opened last.
 */
interface OpenStreams {
  startRun(): void;
  openStream(kind: StreamKind, key: string, id: string): void;
  /** Records a stream whose first event is content: it had no start event. */
  openWithoutStart(key: string, id: string): void;
  closeStream(key: string, id: string): void;
  findInnermost(key: string): string | undefined;
  /**
   * Closes the open streams without a start event when a call starts: content without an id after the call is another
   * message.
   *
   * @returns The id and the key of each closed stream.
   */
  closeWithoutStart(): readonly (readonly [id: string, key: string])[];
}

export function createOpenStreams(): OpenStreams {
  const openIds = createIdLists();
  /** Keys of the open streams without a start event, by id. */
  const unstartedKeys = new Map<string, string>();

  return {
    startRun() {
      openIds.clear();
      unstartedKeys.clear();
    },
    openStream(kind, key, id) {
      // A call or an activity is never closed here: later events without an id belong to the last one.
      if (kind === "toolCalls" || kind === "activities") openIds.deleteList(key);
      openIds.appendId(key, id);
    },
    openWithoutStart(key, id) {
      unstartedKeys.set(id, key);
      openIds.appendId(key, id);
    },
    closeStream(key, id) {
      // The end event may name another sub-agent than the content.
      openIds.removeId(unstartedKeys.get(id) ?? key, id);
      unstartedKeys.delete(id);
    },
    findInnermost: openIds.findLast,
    closeWithoutStart() {
      const closed = [...unstartedKeys];
      for (const [id, key] of closed) openIds.removeId(key, id);
      unstartedKeys.clear();
      return closed;
    },
  };
}
