import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { unref } from "../../protocol/runtime.ts";
import type { LogWrite } from "../eventLog/eventLog.ts";

/**
 * Version of a log. When two tabs write at the same time, the higher version wins and the other tab appends
 * its entries again.
 */
export interface LogVersion {
  /** Number of runs that tabs have started. Compared first: the output of a run is never dropped for an edit. */
  readonly runCount: number;
  /** Number of writes to the log. */
  readonly writeCount: number;
  /** Id of the tab that wrote last; empty for a log as it was stored. */
  readonly tabId: string;
}

/** Messages between tabs that show the same thread. */
export type TabMessage =
  /** Entries were written; `previous` is the version they follow. */
  | ({
      readonly type: "written";
      readonly previous: LogVersion;
      readonly version: LogVersion;
      /** True when the sender runs the agent. */
      readonly isLeader: boolean;
    } & LogWrite)
  /** Requests the entries that the sender has missed. */
  | {
      readonly type: "query";
      readonly id: string;
      /** Absent while the sender restores the thread. */
      readonly state?: LogState | undefined;
    }
  | {
      readonly type: "response";
      readonly id: string;
      /** True when the sender runs the agent. */
      readonly isLeader: boolean;
      readonly version?: LogVersion | undefined;
      /** Version of the tab that sent the query; set when both logs have the same content. */
      readonly queriedVersion?: LogVersion | undefined;
      /** The whole log, for a tab whose log is older. */
      readonly entries?: readonly Event[] | undefined;
    }
  /** User actions, to be performed by the leader, or by the last leader when its run has just ended. */
  | { readonly type: "action"; readonly id: string; readonly entries: readonly Event[] }
  /** Reports that actions were performed, except those that did not apply. */
  | { readonly type: "done"; readonly id: string; readonly refused: readonly string[] }
  | { readonly type: "stop" }
  | { readonly type: "leave" };

/** State of a log, to be compared by another tab. */
export interface LogState {
  readonly version: LogVersion;
  /** Number of entries. */
  readonly size: number;
  /** Last entry as JSON. */
  readonly last: string;
}

/** A message with its sender. Messages without `to` are for all tabs. */
export type ReceivedMessage = TabMessage & { readonly from: string; readonly to?: string };

/** Channel to the other tabs of a thread. */
export interface TabChannel {
  post(message: TabMessage, to?: string): void;
  close(): void;
}

/** Opens the channel of a thread; returns `undefined` where the platform has no `BroadcastChannel`. */
export function openTabChannel(
  name: string,
  tabId: string,
  onMessage: (message: ReceivedMessage) => void,
): TabChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(name);
  unref(channel);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isReceivedMessage(data) || (data.to !== undefined && data.to !== tabId)) return;
    onMessage(data);
  };
  return {
    post(message, to) {
      const posted = { ...message, from: tabId, ...(to !== undefined && { to }) };
      try {
        channel.postMessage(posted);
      } catch {
        try {
          // An in-page agent may emit values that cannot be cloned, such as functions. JSON leaves them out.
          channel.postMessage(JSON.parse(JSON.stringify(posted)));
        } catch {
          // A tab that misses a message queries for its content.
        }
      }
    },
    close: () => channel.close(),
  };
}

/** True for a message. Its fields are not checked, because only `post` of another tab writes to the channel. */
function isReceivedMessage(data: unknown): data is ReceivedMessage {
  return isRecord(data) && typeof data.from === "string";
}

/** True when the first version wins over the second. */
export function isNewerVersion(version: LogVersion, other: LogVersion): boolean {
  if (version.runCount !== other.runCount) return version.runCount > other.runCount;
  if (version.writeCount !== other.writeCount) return version.writeCount > other.writeCount;
  return version.tabId < other.tabId;
}

export function isSameVersion(version: LogVersion, other: LogVersion): boolean {
  return (
    version.runCount === other.runCount &&
    version.writeCount === other.writeCount &&
    version.tabId === other.tabId
  );
}
