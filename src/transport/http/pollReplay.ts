import type { ConnectOptions } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { sleep } from "../../protocol/scheduling.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { redactUrl } from "./resolveUrl.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import { timeoutError } from "./transportErrors.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/**
 * Reads a replay page by page, where each response ends by itself. A page that moves the cursor is
 * followed by the next one at once. An empty page is requested again after `pollMs` while the run is
 * not finished.
 *
 * @throws AgentKitError `timeout` when there were no new events for the idle timeout of a stream
 */
export async function* pollReplay(
  { url, timeouts }: HttpAgentOptions,
  pollMs: number,
  connectOptions: ConnectOptions,
  readPage: (options: ConnectOptions) => Events,
): Events {
  const { signal } = connectOptions;
  const { idleMs = DEFAULT_TIMEOUT_MS } = timeouts ?? {};
  let { cursor } = connectOptions;
  const onCursor = (next: string) => {
    cursor = next;
    connectOptions.onCursor?.(next);
  };
  // A cursor belongs to a running run. Without a cursor, there may be no run to replay.
  let isFinished = cursor === undefined;
  let silentMs = 0;
  for (;;) {
    const before = cursor;
    let hasEvents = false;
    for await (const events of readPage({
      ...connectOptions,
      ...(cursor && { cursor }),
      onCursor,
    })) {
      hasEvents = true;
      isFinished = isRunFinished(events, isFinished);
      yield events;
    }
    if (cursor !== before) {
      silentMs = 0;
      continue;
    }
    // After a page with events that does not move the cursor, the next page would be the same.
    if (isFinished || hasEvents) return;
    if (idleMs > 0 && silentMs >= idleMs) throw timeoutError(redactUrl(url), idleMs);
    silentMs += pollMs;
    await sleep(pollMs, signal);
  }
}

/** Returns true when the last run has ended after these events, given its state before them. */
export function isRunFinished(events: readonly unknown[], before: boolean): boolean {
  return events.reduce<boolean>((isFinished, event) => {
    const type = isRecord(event) ? event.type : undefined;
    if (type === "RUN_STARTED") return false;
    return isFinished || type === "RUN_FINISHED" || type === "RUN_ERROR";
  }, before);
}
