import type { RunOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { createWaitStartTracker } from "../../protocol/runEnd.ts";
import { createAbortTimeout } from "../http/abortTimeout.ts";
import { checkForeignStream, warnAboutDialect } from "../http/dialectHint.ts";
import type { DialectTranslator } from "../http/dialectTranslator.ts";
import { createEventTimeouts } from "../http/eventTimeouts.ts";
import type { DedupeBatch } from "../http/frameDeduper.ts";
import { isRunFinished } from "../http/pollReplay.ts";
import { redactUrl, resolveUrl } from "../http/resolveUrl.ts";
import { DEFAULT_MAX_EVENT_BYTES, DEFAULT_TIMEOUT_MS } from "../http/sendRequest.ts";
import { type FrameBatch, yieldWithCursor } from "../http/yieldWithCursor.ts";
import { cursorMarks, decodeMessage } from "./decodeMessage.ts";
import { openSocket, type Socket } from "./openSocket.ts";
import type { WebSocketAgentOptions } from "./webSocketAgentOptions.ts";

/** An exchange of frames on a socket of its own. */
interface FrameExchange {
  readonly input: RunAgentInput;
  /** True when the server must respond with the events of a run. @defaultValue false */
  readonly isRun?: boolean;
  /** Returns the first frames, which are sent when the socket is open. */
  readonly firstFrames: () => readonly unknown[];
  /** Returns the frames that are sent when the exchange is stopped before its end. */
  readonly stopFrames?: (() => readonly unknown[]) | undefined;
  readonly translator: DialectTranslator;
  readonly dedupe?: DedupeBatch;
  /**
   * Returns the silence after which the exchange ends although the server leaves the socket open, in milliseconds;
   * `undefined` while the server owes more.
   */
  readonly silenceMs: (received: Received) => number | undefined;
  /** Called when the first frames were sent. */
  readonly onOpen?: (socket: Socket) => void;
}

/** Events of an exchange so far. */
interface Received {
  readonly hasEvents: boolean;
  /** True after the end of the last run. */
  readonly isFinished: boolean;
}

/** Opens a socket, sends the first frames, and yields the events of the responses. */
export async function* exchangeFrames(
  options: WebSocketAgentOptions,
  {
    input,
    isRun = false,
    firstFrames,
    stopFrames,
    translator,
    dedupe,
    silenceMs,
    onOpen,
  }: FrameExchange,
  { signal, onCursor }: Pick<RunOptions, "signal" | "onCursor">,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { timeouts } = options;
  signal.throwIfAborted();
  const urlTimeout = createAbortTimeout("", signal);
  const url = await urlTimeout
    .waitFor(resolveSocketUrl(options, input))
    .finally(urlTimeout.removeListener);
  const safeUrl = redactUrl(url);
  const abortTimeout = createAbortTimeout(safeUrl, signal);
  let socket: Socket | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let received: Received = { hasEvents: false, isFinished: false };
  let isOver = false;
  try {
    const own = openSocket(options, url, safeUrl);
    socket = own;
    await abortTimeout.waitFor(own.opened, timeouts?.responseMs ?? DEFAULT_TIMEOUT_MS);
    own.sendFrames(firstFrames());
    onOpen?.(own);

    // `silenceMs` limits the time after the end of a run.
    const limits = createEventTimeouts(safeUrl, { ...timeouts, endMs: 0 }, translator.progress);
    const getWaitStart = createWaitStartTracker();
    const read = () => {
      clearTimeout(silence);
      const ms = silenceMs(received);
      const now = performance.now();
      const since = getWaitStart(translator.progress, ms ?? 0, now);
      if (ms !== undefined) silence = setTimeout(own.endReading, ms - (now - since));
      return limits.waitForChunk((limitMs) => abortTimeout.waitFor(own.nextMessages(), limitMs));
    };
    const readAll = async function* () {
      for await (const batch of readBatches(options, safeUrl, translator, read)) {
        yield* yieldWithCursor(dedupe ? dedupe(batch) : batch, onCursor);
      }
    };
    for await (const events of translator.translateStream(readAll())) {
      received = { hasEvents: true, isFinished: isRunFinished(events, received.isFinished) };
      yield events;
    }
    isOver = true;
    yield* translator.translateEnd();
    if (!options.dialect) {
      checkForeignStream(safeUrl, translator.progress.unknownFrames, !isRun);
    }
  } catch (error) {
    // After an abort, any error is a consequence of it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(silence);
    abortTimeout.removeListener();
    socket?.close(isOver || received.isFinished ? [] : (stopFrames?.() ?? []));
  }
}

/** Yields the frames of messages that arrived together, until the server closes. */
async function* readBatches(
  { dialect, maxEventBytes = DEFAULT_MAX_EVENT_BYTES }: WebSocketAgentOptions,
  safeUrl: string,
  { progress }: DialectTranslator,
  read: () => Promise<readonly unknown[] | undefined>,
): AsyncGenerator<FrameBatch, void, undefined> {
  const options = { safeUrl, maxEventBytes, isSingleFrame: dialect !== undefined };
  for (let messages = await read(); messages; messages = await read()) {
    const frames: unknown[] = [];
    let failure: AgentKitError | undefined;
    for (const message of messages) failure ??= decodeMessage(message, options, frames);
    if (!dialect) {
      warnAboutDialect("webSocketAgent", safeUrl, frames);
      progress.observeFrames(frames);
    }
    // A dialect reports its own positions.
    yield { frames, marks: dialect ? [] : cursorMarks(frames) };
    if (failure) throw failure;
  }
}

async function resolveSocketUrl(
  { url }: WebSocketAgentOptions,
  input: RunAgentInput,
): Promise<string> {
  try {
    const address = typeof url === "function" ? await url(input) : url;
    return resolveUrl(String(address), "").replace(/^http/, "ws");
  } catch (cause) {
    if (cause instanceof AgentKitError) throw cause;
    throw new AgentKitError(
      "agent-failed",
      "The `url` option of webSocketAgent failed, so no socket was opened. Correct that option; `error.cause` has the original error.",
      { cause },
    );
  }
}
