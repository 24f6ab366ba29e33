import type { Agent, ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createAbortTimeout } from "../http/abortTimeout.ts";
import { type FrameBatch, yieldWithCursor } from "../http/cursor.ts";
import { createReplayDeduper, type DedupeBatch } from "../http/dedupeReplay.ts";
import { warnAboutDialect } from "../http/dialectHint.ts";
import { createTranslator, type Translator } from "../http/dialectTranslator.ts";
import { isRunFinished } from "../http/pollReplay.ts";
import { redactUrl, resolveUrl } from "../http/resolveUrl.ts";
import { DEFAULT_MAX_EVENT_BYTES, DEFAULT_TIMEOUT_MS } from "../http/sendRequest.ts";
import { cursorMarks, decodeMessage } from "./decodeMessage.ts";
import { openSocket } from "./openSocket.ts";
import type { WebSocketAgentOptions } from "./webSocketAgentOptions.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/**
 * Makes an agent of a WebSocket that speaks AG-UI in JSON. Every run has a socket of its own: its end
 * is the end of the run, stopping one leaves the others, and a token in the address is as fresh as the
 * run.
 *
 * The `RunAgentInput` is sent when the socket is open. Every message back is one event or an array of
 * them. A run is over when the server closes with 1000, or when it has said nothing more for
 * `lingerMs` after RUN_FINISHED or RUN_ERROR. Closing with another code is a broken connection; its
 * thread then opens another socket and sends `{ type: "connect", threadId, runId, cursor? }`, with
 * the last `eventId` or `id` that an event carried: the server sends what came after it, or everything,
 * and closes with 1000 when it has nothing to say. `canConnect: false` is for a server that does not.
 *
 * A run fails with an `AgentKitError` whose `code` is `network`, `timeout`, `event-too-large`,
 * `malformed-stream` for a binary message, `missing-dependency` where there is no WebSocket, or
 * `agent-failed` when `url` throws.
 *
 * @example An agent that needs a token
 * ```ts
 * const agent = webSocketAgent({
 *   url: async () => `wss://example.com/agent?token=${await getToken()}`,
 * });
 * ```
 * @throws AgentKitError `invalid-argument` when an option cannot work.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function webSocketAgent(options: WebSocketAgentOptions): Agent {
  checkOptions(options);
  const { dialect } = options;
  const { canConnect = !dialect || dialect.connectFrames !== undefined } = options;
  const createDedupe = createReplayDeduper();
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

function checkOptions(options: WebSocketAgentOptions): void {
  const { url, maxEventBytes = 1, lingerMs = 0, timeouts } = options;
  const { responseMs = 0, idleMs = 0 } = timeouts ?? {};
  const fault =
    (!url && "url") ||
    (!(maxEventBytes > 0) && "maxEventBytes") ||
    (!(lingerMs >= 0) && "lingerMs") ||
    (!(responseMs >= 0 && idleMs >= 0) && "timeouts");
  if (fault) {
    throw new AgentKitError(
      "invalid-argument",
      `webSocketAgent cannot work with this ${fault}: ${JSON.stringify(options[fault])}.`,
    );
  }
}

/** Opens a socket, says what there is to say, and yields what is answered. */
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

    const idleMs = timeouts?.idleMs ?? DEFAULT_TIMEOUT_MS;
    const read = () => {
      clearTimeout(linger);
      // A server may leave the socket open for what is said next.
      if (isFinished) linger = setTimeout(own.endReading, lingerMs);
      return abortTimeout.waitFor(own.readMessages(), idleMs);
    };
    const readAll = async function* () {
      for await (const batch of readBatches(options, safeUrl, read)) {
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
    // Whatever broke because of an abort, the abort is why.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(linger);
    abortTimeout.detach();
    socket?.close(isFinished ? [] : (dialect?.stopFrames?.(input) ?? []));
  }
}

/** Yields what the messages say that have come together, until the far side closes. */
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
    // A dialect knows where its own positions are.
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
      "The url option of webSocketAgent failed, so nothing was sent. See the cause.",
      { cause },
    );
  }
}
