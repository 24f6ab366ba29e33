import { isRecord } from "../../protocol/isRecord.ts";
import { unref } from "../../protocol/runtime.ts";
import type { ThreadRecord } from "../persistence/threadStorage.ts";
import { observePageLifecycle } from "./observePageLifecycle.ts";

/** Messages between tabs about the threads of a storage. */
export type RecordMessage =
  | { readonly type: "changed"; readonly record: ThreadRecord }
  /** `createdAt` distinguishes the thread from one of another storage with the same id. */
  | { readonly type: "removed"; readonly threadId: string; readonly createdAt: number };

/** Channel to the other tabs of this browser, open while this tab needs it. */
interface RecordChannel {
  /** Opens the channel, and reports messages that may have been missed while it was closed. */
  openChannel(): void;
  /** Opens the channel in a browser only: a server has no other tabs, and nothing would close the channel there. */
  openInBrowser(): void;
  post(message: RecordMessage): void;
  /** Closes the channel after the current task, unless it is needed again by then. */
  closeChannel(): void;
}

interface RecordChannelOptions {
  /** True while the tab needs the channel. */
  readonly isWanted: () => boolean;
  readonly onMessage: (message: RecordMessage) => void;
  readonly onMissedMessages: () => void;
}

/** Creates the channel between the tabs of this browser; without `BroadcastChannel` it does nothing. */
export function createRecordChannel({
  isWanted,
  onMessage,
  onMissedMessages,
}: RecordChannelOptions): RecordChannel {
  let close: (() => void) | undefined;
  let channel: BroadcastChannel | undefined;
  let isCloseDue = false;
  /** True when no message was missed since the records were read. */
  let isCurrent = false;

  function open(): void {
    if (channel || typeof BroadcastChannel === "undefined") return;
    const opened = new BroadcastChannel("agui-kit:threads");
    unref(opened);
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isRecordMessage(data)) onMessage(data);
    };
    const stopObserving = observePageLifecycle({ onReturn: onMissedMessages });
    channel = opened;
    close = () => {
      stopObserving();
      opened.close();
      channel = undefined;
      isCurrent = false;
    };
  }

  function openChannel(): void {
    open();
    if (isCurrent) return;
    isCurrent = true;
    onMissedMessages();
  }

  function closeChannel(): void {
    if (isCloseDue) return;
    isCloseDue = true;
    // React's StrictMode unsubscribes and subscribes again at once.
    queueMicrotask(() => {
      isCloseDue = false;
      if (!isWanted()) close?.();
    });
  }

  return {
    openChannel,
    openInBrowser() {
      if ("addEventListener" in globalThis) openChannel();
    },
    post(message) {
      if (isWanted()) openChannel();
      else open();
      channel?.postMessage(message);
      closeChannel();
    },
    closeChannel,
  };
}

/** True for a message. Its fields are not checked, because only `post` of another tab writes to the channel. */
function isRecordMessage(data: unknown): data is RecordMessage {
  return isRecord(data);
}
