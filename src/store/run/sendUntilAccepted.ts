import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { sleep } from "../../protocol/scheduling.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import type { Abortable } from "./abortable.ts";
import type { RefusalCheck } from "./consumeAgent.ts";

/** Number of times a refused run is sent again. */
const MAX_RETRIES = 8;
/** Delay before the first retry, in milliseconds; each further delay is twice as long. */
const FIRST_DELAY_MS = 150;
/** Longest delay between two retries, in milliseconds. */
const LONGEST_DELAY_MS = 3_000;

/** Longest delay that a server may ask for with `Retry-After`, in milliseconds. */
const LONGEST_BUSY_WAIT_MS = 30_000;

/** Longest wait for the response to a cancellation, in milliseconds. */
const CANCEL_LIMIT_MS = 10_000;

/** Resolves when a cancellation is answered or has failed, at the latest after ten seconds. */
export function waitForCancel(response: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, CANCEL_LIMIT_MS);
    // The run may just have ended on the server, so an error means nothing.
    response.then(end, end);
  });
}

/** Thrown instead of a RUN_ERROR with which the server refuses a run, before it is reduced. */
class BusyRefusal extends Error {}

/** Creates the check of one stream. An event of the run itself ends the check. */
function createRefusalCheck(): RefusalCheck {
  let isAccepted = false;
  return (yielded) => {
    if (isAccepted) return;
    const values: readonly unknown[] = Array.isArray(yielded) ? yielded : [yielded];
    for (const value of values) {
      const { type, code, message } = isRecord(value) ? value : {};
      if (type === "RUN_STARTED") continue;
      if (type === "RUN_ERROR" && isBusyError(code, message)) throw new BusyRefusal();
      isAccepted = true;
      return;
    }
  };
}

/**
 * Codes and messages with which servers refuse a run because another one is not over. Any other error must not match,
 * because it would send the run again, with its side effects.
 */
const BUSY_CODE = /busy|already.?running|in.?progress/i;
const BUSY_MESSAGES = [
  /\b(already|still) (running|processing|in progress|active|busy)\b/i,
  /\b(thread|run|agent|session|conversation) is busy\b/i,
  // The quote is that of a code or message in a JSON body.
  /^(a |another )?run is in progress\b|"(a |another )?run[ _](is )?in[ _]progress\b/i,
];

function isBusyError(code: unknown, message: unknown): boolean {
  return (
    BUSY_CODE.test(String(code ?? "")) ||
    BUSY_MESSAGES.some((pattern) => pattern.test(String(message ?? "")))
  );
}

/** True for an error that means that the server still runs another run of the thread. */
function isBusyRefusal(error: unknown): boolean {
  if (error instanceof BusyRefusal) return true;
  if (!(error instanceof AgentKitError) || error.code !== "http-status") return false;
  const { status, body, retryAfterMs = Number.POSITIVE_INFINITY } = error.context;
  const isOverloaded = status === 429 || status === 503;
  if (isOverloaded && retryAfterMs <= LONGEST_BUSY_WAIT_MS) return true;
  return status === 409 || status === 423 || isBusyError(undefined, body);
}

/**
 * Sends a run, and sends it again while the server refuses it because the previous run has not
 * stopped yet. Waits for the response to a cancellation first. `run.isServerBusy` is true meanwhile.
 *
 * @throws the error of the last attempt, or the reason of the signal when it aborts
 */
export async function sendUntilAccepted(
  context: Pick<RunContext, "getBaseSnapshot" | "commit" | "signal" | "pendingCancel">,
  abortable: Abortable,
  send: (checkRefusal: RefusalCheck | undefined) => Promise<void>,
): Promise<void> {
  const { getBaseSnapshot, commit, signal } = context;
  const { run, tracking } = getBaseSnapshot();
  // A refused run may have begun in the snapshot, with RUN_STARTED.
  const showBusy = () =>
    commit({ ...getBaseSnapshot(), run: { ...run, isServerBusy: true }, tracking }, "now");

  const cancelling = context.pendingCancel();
  if (cancelling) {
    showBusy();
    await abortable.waitFor(cancelling);
  }
  let retryAfterMs = 0;
  for (let attempt = 0; attempt < MAX_RETRIES; attempt++) {
    try {
      await send(createRefusalCheck());
      return;
    } catch (error) {
      if (signal.aborted || !isBusyRefusal(error)) throw error;
      const { retryAfterMs: ms = 0 } = error instanceof AgentKitError ? error.context : {};
      retryAfterMs = Math.min(LONGEST_BUSY_WAIT_MS, ms);
    }
    showBusy();
    const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
    await sleep(Math.max(retryAfterMs, delayMs), signal);
  }
  await send(undefined);
}
