import type { Agent, ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createAbortTimeout } from "../http/abortTimeout.ts";
import { type FrameBatch, yieldWithCursor } from "../http/cursor.ts";
import { warnAboutDialect } from "../http/dialectHint.ts";
import { createTranslator, type Translator } from "../http/dialectTranslator.ts";
import { createEventTimeouts, timeoutReason } from "../http/eventTimeouts.ts";
import { createFrameDeduper, type DedupeBatch } from "../http/frameDeduper.ts";
import { isRunFinished } from "../http/pollReplay.ts";
import { redactUrl, resolveUrl } from "../http/resolveUrl.ts";
import { DEFAULT_MAX_EVENT_BYTES, DEFAULT_TIMEOUT_MS } from "../http/sendRequest.ts";
import { createStreamProgress } from "../http/streamProgress.ts";
import { cursorMarks, decodeMessage } from "./decodeMessage.ts";
import { openSocket } from "./openSocket.ts";
import type { WebSocketAgentOptions } from "./webSocketAgentOptions.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/**
 * Creates an agent for a WebSocket that speaks AG-UI in JSON. Every run has its own socket: its end
 * is the end of the run, and a stopped run does not affect others.
 *
 * The `RunAgentInput` is sent when the socket is open. Every received message is one event or an
 * array of events. A run is over when the server closes with 1000, or has been silent for
 * `lingerMs` after RUN_FINISHED or RUN_ERROR. Another close code is a broken connection: the thread
 * opens another socket and sends `{ type: "connect", threadId, runId, cursor? }`, with the last
 * `eventId` or `id` of an event. The server then sends what follows the cursor, or everything, and
 * closes with 1000 when there is nothing. Set `canConnect: false` for a server that does not.
 *
 * A run fails with an `AgentKitError` whose `code` is `network`, `timeout`, `event-too-large`,
 * `malformed-stream` for a binary message, `missing-dependency` where there is no WebSocket class,
 * or `agent-failed` when `url` throws.
 *
 * @example An agent that needs a token
 * ```ts
 * const agent = webSocketAgent({
 *   url: async () => `wss://example.com/agent?token=${await getToken()}`,
 * });
 * ```
 * @throws AgentKitError `invalid-argument` when an option is invalid
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function webSocketAgent(options: WebSocketAgentOptions): Agent {
  checkOptions(options);
  const { dialect } = options;
  const { canConnect = !dialect || dialect.connectFrames !== undefined } = options;
  const createDedupe = createFrameDeduper();
  const agent: Agent = {
    run(input, runOptions) {
      const translator = createTranslator(dialect, { input, isReplay: false }, runOptions);
      const frames = () =>
        dialect?.frames?.(input, runOptions) ?? [
          dialect?.request?.(input, runOptions).body ?? input,
        ];
      return exchangeFrames(options, input, frames, runOptions, {
        translator,
        dedupe: createDedupe(input),
      });
    },
  };
  if (!canConnect) return agent;
  return {
    ...agent,
    connect(input, runOptions: ConnectOptions) {
      const { threadId, runId } = input;
      const cursor = runOptions.cursor || undefined;
      const exchange = omitUndefined({ input, isReplay: true, cursor });
      const translator = createTranslator(dialect, exchange, runOptions);
      const plain = omitUndefined({ type: "connect", threadId, runId, cursor });
      const frames = () => dialect?.connectFrames?.(omitUndefined({ input, cursor })) ?? [plain];
      const dedupe = createDedupe(input, cursor);
      return exchangeFrames(options, input, frames, runOptions, { translator, dedupe });
    },
  };
}

/** Values that `webSocketAgent` accepts, by option. */
const acceptedValues = {
  url: "Pass the URL of the agent",
  maxEventBytes: "Pass a number of bytes above 0",
  lingerMs: "Pass milliseconds of at least 0",
  timeouts: "Pass milliseconds of at least 0",
} as const;

function checkOptions(options: WebSocketAgentOptions): void {
  const { url, maxEventBytes = 1, lingerMs = 0, timeouts } = options;
  const isTimeoutValid = Object.values({ ...timeouts }).every((ms) => ms === undefined || ms >= 0);
  const fault =
    (!url && "url") ||
    (!(maxEventBytes > 0) && "maxEventBytes") ||
    (!(lingerMs >= 0) && "lingerMs") ||
    (!isTimeoutValid && "timeouts");
  if (fault) {
    throw new AgentKitError(
      "invalid-argument",
      `webSocketAgent cannot use ${JSON.stringify(options[fault])} as \`${fault}\`. ${acceptedValues[fault]}.`,
    );
  }
}

/** Opens a socket, sends the first frames, and yields the events of the responses. */
async function* exchangeFrames(
  options: WebSocketAgentOptions,
  input: RunAgentInput,
  buildFrames: () => readonly unknown[],
  runOptions: RunOptions,
  { translator, dedupe }: { readonly translator: Translator; readonly dedupe: DedupeBatch },
): Events {
  const { signal } = runOptions;
  const { dialect, timeouts, lingerMs = 500 } = options;
  signal.throwIfAborted();
  const urlTimeout = createAbortTimeout("", signal);
  const url = await urlTimeout.waitFor(resolveSocketUrl(options, input)).finally(urlTimeout.detach);
  const safeUrl = redactUrl(url);
  const abortTimeout = createAbortTimeout(safeUrl, signal);
  let socket: ReturnType<typeof openSocket> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let isFinished = false;
  try {
    const own = openSocket(options, url, safeUrl);
    socket = own;
    await abortTimeout.waitFor(own.opened, timeouts?.responseMs ?? DEFAULT_TIMEOUT_MS);
    own.sendFrames(buildFrames());

    const progress = createStreamProgress(input);
    // The end of a run has `lingerMs` in place of `endMs`.
    const eventTimeouts = createEventTimeouts({ ...timeouts, endMs: 0 }, progress);
    const read = () => {
      clearTimeout(linger);
      // A server may leave the socket open for further events.
      if (isFinished) linger = setTimeout(own.endReading, lingerMs);
      const limit = eventTimeouts.nextLimit();
      return abortTimeout.waitFor(own.nextMessages(), limit.ms).catch((error: unknown) => {
        throw timeoutReason(error, limit, safeUrl);
      });
    };
    const readAll = async function* () {
      for await (const batch of readBatches(options, safeUrl, read)) {
        if (progress.observe(batch.frames)) eventTimeouts.handleEvents();
        yield* yieldWithCursor(dedupe(batch), runOptions.onCursor);
      }
    };
    for await (const events of translator.translate(readAll())) {
      isFinished = isRunFinished(events, isFinished);
      yield events;
    }
    isFinished = true;
    yield* translator.finish();
  } catch (error) {
    // After an abort, any error is a consequence of it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(linger);
    abortTimeout.detach();
    socket?.close(isFinished ? [] : (dialect?.stopFrames?.(input) ?? []));
  }
}

/** Yields the frames of messages that arrived together, until the server closes. */
async function* readBatches(
  { dialect, maxEventBytes = DEFAULT_MAX_EVENT_BYTES }: WebSocketAgentOptions,
  safeUrl: string,
  read: () => Promise<readonly unknown[] | undefined>,
): AsyncGenerator<FrameBatch, void, undefined> {
  const options = { safeUrl, maxEventBytes, isSingleFrame: dialect !== undefined };
  for (let messages = await read(); messages; messages = await read()) {
    const frames: unknown[] = [];
    let failure: AgentKitError | undefined;
    for (const message of messages) failure ??= decodeMessage(message, options, frames);
    if (!dialect) warnAboutDialect("webSocketAgent", safeUrl, frames);
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
    const runOptions = typeof url === "function" ? await url(input) : url;
    return resolveUrl(String(runOptions), "").replace(/^http/, "ws");
  } catch (cause) {
    if (cause instanceof AgentKitError) throw cause;
    throw new AgentKitError(
      "agent-failed",
      "The `url` option of webSocketAgent failed, so no socket was opened. Correct that option; `error.cause` has the original error.",
      { cause },
    );
  }
}
