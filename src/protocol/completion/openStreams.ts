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
   * Closes the streams without a start event before a call: content without an id after it is another message.
   *
   * @returns Their keys.
   */
  closeWithoutStart(): readonly string[];
}

export function createOpenStreams(): OpenStreams {
  const openIds = createIdLists();
  /** Keys of the open streams that have no start event. */
  const unstartedKeys = new Set<string>();

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
      unstartedKeys.add(key);
      openIds.appendId(key, id);
    },
    closeStream: openIds.removeId,
    findInnermost: openIds.findLast,
    closeWithoutStart() {
      const keys = [...unstartedKeys];
      for (const key of keys) openIds.deleteList(key);
      unstartedKeys.clear();
      return keys;
    },
  };
}
