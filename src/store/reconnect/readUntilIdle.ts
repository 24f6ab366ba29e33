import type { Agent, AgentYield } from "../../protocol/agent.ts";
import { closeWithoutWaiting } from "../run/consumeAgent.ts";

/** Time between two checks of an idle connection, in milliseconds. */
const CHECK_MS = 500;

interface IdleCheck {
  /** Aborts the connection. */
  readonly signal: AbortSignal | undefined;
  /** True when the connection may end, because a message waits and the server has no run in progress. */
  readonly mayEnd: () => boolean;
  /** Time without an event after which the connection may end, in milliseconds. */
  readonly quietMs: number;
  /** Called when the connection is ended because it is idle. */
  readonly onIdle: () => void;
}

/**
 * Reads a connection until it ends. Ends the connection itself when it may end and has brought nothing for some time: a
 * server may keep the connection open for later runs, and a message of the user must not wait for those.
 *
 * @param connect - Opens the connection, which the signal aborts.
 */
export async function* readUntilIdle(
  connect: (signal: AbortSignal) => ReturnType<Agent["run"]>,
  { signal, mayEnd, quietMs, onIdle }: IdleCheck,
): AsyncGenerator<AgentYield> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  let lastEventAt = performance.now();
  let endConnection: () => void = () => {};
  const timer = setInterval(
    () => {
      if (mayEnd() && performance.now() - lastEventAt >= quietMs) endConnection();
    },
    Math.min(CHECK_MS, quietMs),
  );
  let iterator: AsyncIterator<AgentYield> | undefined;
  try {
    iterator = connect(controller.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = iterator.next();
      const result = await new Promise<IteratorResult<AgentYield> | undefined>(
        (resolve, reject) => {
          endConnection = () => resolve(undefined);
          next.then(resolve, reject);
        },
      );
      if (!result) onIdle();
      if (!result || result.done) return;
      lastEventAt = performance.now();
      yield result.value;
    }
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", abort);
    controller.abort();
    closeWithoutWaiting(iterator);
  }
}
