import { randomId } from "../../protocol/randomId.ts";
import type { LogState, ReceivedMessage, TabChannel } from "./tabChannel.ts";

/** Time that other tabs have to respond, in milliseconds. */
const QUERY_TIMEOUT_MS = 300;

/** Options of `TabQuery.queryTabs`. */
interface QueryOptions {
  /** Waits for responses of tabs that have not posted anything yet. @defaultValue false */
  readonly includesUnknownTabs?: boolean;
}

/** Queries the other tabs of a thread for missed entries, and tracks which tabs there are. */
export interface TabQuery {
  /** Resolves with the number of responses when every known tab has responded, or after a timeout. */
  queryTabs(options?: QueryOptions): Promise<number>;
  /** Records which tabs there are, and counts responses to open queries. */
  handleMessage(message: ReceivedMessage): void;
  /** True when the tab has posted and has not left. */
  isKnownTab(tabId: string): boolean;
}

/**
 * Creates the query of one tab.
 *
 * @param getState - Returns the state of this tab's log; `undefined` while the thread is restored.
 */
export function createTabQuery(
  channel: TabChannel,
  getState: () => LogState | undefined,
): TabQuery {
  const tabIds = new Set<string>();
  /** Handlers of open queries, called when a tab has responded or has left. */
  const pending = new Map<string, (tabId: string, hasResponded: boolean) => void>();

  return {
    queryTabs({ includesUnknownTabs = false } = {}) {
      const id = randomId();
      const waiting = new Set(tabIds);
      const responses = new Promise<number>((resolve) => {
        let count = 0;
        const end = () => {
          clearTimeout(timer);
          pending.delete(id);
          resolve(count);
        };
        const timer = setTimeout(() => {
          // Tabs that crashed are not waited for a second time.
          for (const tabId of waiting) tabIds.delete(tabId);
          end();
        }, QUERY_TIMEOUT_MS);
        pending.set(id, (tabId, hasResponded) => {
          if (hasResponded) count += 1;
          waiting.delete(tabId);
          if (waiting.size === 0 && !includesUnknownTabs) end();
        });
        if (waiting.size === 0 && !includesUnknownTabs) end();
      });
      channel.post({ type: "query", id, state: getState() });
      return responses;
    },
    handleMessage(message) {
      if (message.type === "leave") {
        tabIds.delete(message.from);
        for (const handle of pending.values()) handle(message.from, false);
        return;
      }
      tabIds.add(message.from);
      if (message.type === "response") pending.get(message.id)?.(message.from, true);
    },
    isKnownTab: (tabId) => tabIds.has(tabId),
  };
}
