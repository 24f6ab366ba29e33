import { isRecord } from "../../protocol/isRecord.ts";
import type { ThreadRecord } from "../persistence/threadStorage.ts";
import { unref } from "../thread/runtime.ts";
import { onPageLifecycle } from "./pageLifecycle.ts";

/** What pages tell each other about the threads of a storage. */
export type RecordMessage =
  | { readonly type: "changed"; readonly record: ThreadRecord }
  /** The time tells it from a thread of another storage under the same id. */
  | { readonly type: "removed"; readonly threadId: string; readonly createdAt: number }
  /** Whoever runs a thread is to say so. */
  | { readonly type: "ask" };

/** The other pages of this browser, as long as somebody here wants to hear of them. */
export interface RecordChannel {
  /** Hears from now on what they say. */
  join(): void;
  /** The same in a page alone: a server that renders has nobody to hear of, nor any end. */
  joinInBrowser(): void;
  post(word: RecordMessage): void;
  /** Hears no more, if nobody wants to by the time that everything of this moment is done. */
  leave(): void;
}

interface Listener {
  readonly isWanted: () => boolean;
  readonly hear: (word: RecordMessage) => void;
  /** Called when words may have been missed. */
  readonly onMissedMessages: () => void;
}

/** Connects the pages of this browser, where the platform can. */
export function createRecordChannel({ isWanted, hear, onMissedMessages }: Listener): RecordChannel {
  let close: (() => void) | undefined;
  let channel: BroadcastChannel | undefined;
  let isDue = false;
  /** Whether nothing was missed since the records were read. */
  let isCurrent = false;

  function open(): void {
    if (channel || typeof BroadcastChannel === "undefined") return;
    const opened = new BroadcastChannel("agui-kit:threads");
    unref(opened);
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      // What is said on it is said by `say` of another page.
      if (isRecord(data)) hear(data as unknown as RecordMessage);
    };
    const forget = onPageLifecycle({
      onLeave() {},
      onPageLifecycle: async () => onMissedMessages(),
    });
    channel = opened;
    close = () => {
      forget();
      opened.close();
      channel = undefined;
      isCurrent = false;
    };
  }

  function join(): void {
    open();
    if (isCurrent) return;
    isCurrent = true;
    onMissedMessages();
  }

  function leave(): void {
    if (isDue) return;
    isDue = true;
    // Whoever leaves may come back at once, as what React mounts twice.
    queueMicrotask(() => {
      isDue = false;
      if (!isWanted()) close?.();
    });
  }

  return {
    join,
    joinInBrowser() {
      if ("addEventListener" in globalThis) join();
    },
    post(word) {
      if (isWanted()) join();
      else open();
      channel?.postMessage(word);
      leave();
    },
    leave,
  };
}
