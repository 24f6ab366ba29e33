import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { LogWrite } from "../eventLog/eventLog.ts";
import { unref } from "../thread/runtime.ts";

/**
 * Where the log of a thread stands. Of two pages that have written in the same moment, the one whose head
 * is ahead goes on, and the other does what it has done once more behind that.
 */
export interface LogVersion {
  /** Counts the runs that pages have begun: what a run says is never given up for an edit. */
  readonly run: number;
  /** Counts what was written. */
  readonly count: number;
  /** Who wrote last; empty for a log as it was stored. */
  readonly page: string;
}

/** What pages that show the same thread tell each other. */
export type TabMessage =
  /** Entries were written behind what stood there. */
  | ({
      readonly type: "written";
      readonly after: LogVersion;
      readonly head: LogVersion;
      readonly isRun: boolean;
    } & LogWrite)
  /** Whether I may run the agent, and what I have missed. */
  | {
      readonly type: "ask";
      readonly id: string;
      readonly isClaim: boolean;
      /** Absent while the thread is being read. */
      readonly place?: LogState | undefined;
    }
  | {
      readonly type: "answer";
      readonly id: string;
      /** Whether the agent is run here, or about to be. */
      readonly isRun: boolean;
      readonly head?: LogVersion | undefined;
      /** The head of the page that has asked, when both have the same. */
      readonly isSameAs?: LogVersion | undefined;
      /** What was missed by the page that has asked. */
      readonly entries?: readonly Event[] | undefined;
    }
  /** For the page that runs the agent: to be done in its run. */
  | { readonly type: "act"; readonly id: string; readonly entries: readonly Event[] }
  /** It is done, but for what does not fit. */
  | { readonly type: "done"; readonly id: string; readonly refused: readonly string[] }
  | { readonly type: "stop" }
  | { readonly type: "bye" };

/** Where a page stands, for another one to compare. */
export interface LogState {
  readonly head: LogVersion;
  readonly size: number;
  readonly last: string;
}

/** A word, who says it, and to whom; to all when that is left out. */
export type ReceivedMessage = TabMessage & { readonly from: string; readonly to?: string };

export interface TabChannel {
  post(word: TabMessage, to?: string): void;
  close(): void;
}

/** Connects the pages that know a thread by that name; `undefined` where the platform cannot. */
export function openTabChannel(
  name: string,
  page: string,
  hear: (said: ReceivedMessage) => void,
): TabChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(name);
  unref(channel);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || typeof data.from !== "string") return;
    if (data.to !== undefined && data.to !== page) return;
    // What is said on it is said by `say` of another page.
    hear(data as unknown as ReceivedMessage);
  };
  return {
    post(word, to) {
      const said = { ...word, from: page, ...(to !== undefined && { to }) };
      try {
        channel.postMessage(said);
      } catch {
        try {
          // An agent in the page may give what only JSON leaves out, a function for instance.
          channel.postMessage(JSON.parse(JSON.stringify(said)));
        } catch {
          // A page that has missed something asks for it.
        }
      }
    },
    close: () => channel.close(),
  };
}

export function isNewerVersion(some: LogVersion, other: LogVersion): boolean {
  if (some.run !== other.run) return some.run > other.run;
  if (some.count !== other.count) return some.count > other.count;
  return some.page < other.page;
}

export function isSameVersion(some: LogVersion, other: LogVersion): boolean {
  return some.run === other.run && some.count === other.count && some.page === other.page;
}
