import type { ConnectOptions } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";
import { sleep } from "../../protocol/sleep.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { isRunFinished } from "./isRunFinished.ts";
import { redactUrl } from "./redactUrl.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import { timeoutError } from "./transportErrors.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/**
 * Reads a replay that comes in pages which end: the next one at once while there is news, and after
 * `pollMs` while there is none and the run has not ended. Without a new position nothing can be asked
 * for but the same again, so that is the end as well.
 *
 * @throws AgentKitError `timeout` when there was no news for as long as a stream may be silent
 */
export async function* pollReplay(
  { url, timeouts }: HttpAgentOptions,
  pollMs: number,
  given: ConnectOptions,
  readPage: (position: ConnectOptions) => Events,
): Events {
  const { signal } = given;
  const { idleMs = DEFAULT_TIMEOUT_MS } = timeouts ?? {};
  let { cursor } = given;
  const onCursor = (position: string) => {
    cursor = position;
    given.onCursor?.(position);
  };
  // Who knows a position has heard of a run that goes on; from the start there may be none.
  let isOver = cursor === undefined;
  let silentMs = 0;
  for (;;) {
    const before = cursor;
    let hasNews = false;
    for await (const events of readPage({ ...given, ...(cursor && { cursor }), onCursor })) {
      hasNews = true;
      isOver = isRunFinished(events, isOver);
      yield events;
    }
    if (cursor !== before) {
      silentMs = 0;
      continue;
    }
    if (isOver || hasNews) return;
    if (idleMs > 0 && silentMs >= idleMs) throw timeoutError(redactUrl(url), idleMs);
    silentMs += pollMs;
    await sleep(pollMs, signal);
  }
}
