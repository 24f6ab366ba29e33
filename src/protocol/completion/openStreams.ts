import { createIdLists } from "./idLists.ts";
import type { StreamKind } from "./streamReferences.ts";

/** The open streams of a run by stream key: events without an id continue the innermost one; see `streamKey`. */
interface OpenStreams {
  startRun(): void;
  /** Records a stream that opens. */
  open(kind: StreamKind, key: string, id: string): void;
  /** Records a stream whose first event is content: it had no start event. */
  openWithoutStart(key: string, id: string): void;
  close(key: string, id: string): void;
  findInnermost(key: string): string | undefined;
  /**
   * Closes the streams without a start event before a call: content without an id after it is another message.
   *
   * @returns Their keys.
   */
  closeWithoutStart(): readonly string[];
}

/** Creates the record of open streams, which is empty. */
export function createOpenStreams(): OpenStreams {
  const openIds = createIdLists();
  /** Keys of the open streams that have no start event. */
  const unstartedKeys = new Set<string>();

  return {
    startRun() {
      openIds.clear();
      unstartedKeys.clear();
    },
    open(kind, key, id) {
      // A call or an activity is never closed here: later events without an id belong to the last one.
      if (kind === "toolCalls" || kind === "activities") openIds.delete(key);
      openIds.append(key, id);
    },
    openWithoutStart(key, id) {
      unstartedKeys.add(key);
      openIds.append(key, id);
    },
    close: openIds.remove,
    findInnermost: openIds.findLast,
    closeWithoutStart() {
      const keys = [...unstartedKeys];
      for (const key of keys) openIds.delete(key);
      unstartedKeys.clear();
      return keys;
    },
  };
}
