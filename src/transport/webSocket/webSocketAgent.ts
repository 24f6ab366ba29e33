import type { Agent, ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createAbortTimeout } from "../http/abortTimeout.ts";
import { type FrameBatch, yieldWithCursor } from "../http/cursor.ts";
import { createReplayDeduper, type DedupeBatch } from "../http/dedupeReplay.ts";
import { createTranslator, type Translator } from "../http/dialectTranslator.ts";
import { isRunFinished } from "../http/isRunFinished.ts";
import { redactUrl } from "../http/redactUrl.ts";
import { resolveUrl } from "../http/resolveUrl.ts";
import { DEFAULT_MAX_EVENT_BYTES, DEFAULT_TIMEOUT_MS } from "../http/sendRequest.ts";
import { warnAboutDialect } from "../http/suggestDialect.ts";
import { decodeMessage, marksOf } from "./decodeMessage.ts";
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
  const overlap = createReplayDeduper();
  const agent: Agent = {
    run(input, given) {
      const translator = createTranslator(dialect, { input, isReplay: false }, given);
      const frames = () =>
        dialect?.frames?.(input, given) ?? [dialect?.request?.(input, given).body ?? input];
      return converse(options, input, frames, given, { translator, pass: overlap(input) });
    },
  };
  if (!canConnect) return agent;
  return {
    ...agent,
    connect(input, given: ConnectOptions) {
      const { threadId, runId } = input;
      const cursor = given.cursor || undefined;
      const exchange = omitUndefined({ input, isReplay: true, cursor });
      const translator = createTranslator(dialect, exchange, given);
      const plain = omitUndefined({ type: "connect", threadId, runId, cursor });
      const frames = () => dialect?.connectFrames?.(omitUndefined({ input, cursor })) ?? [plain];
      const pass = overlap(input, cursor);
      return converse(options, input, frames, given, { translator, pass });
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
async function* converse(
  options: WebSocketAgentOptions,
  input: RunAgentInput,
  framesOf: () => readonly unknown[],
  given: RunOptions,
  { translator, pass }: { readonly translator: Translator; readonly pass: DedupeBatch },
): Events {
  const { signal } = given;
  const { dialect, timeouts, lingerMs = 500 } = options;
  signal.throwIfAborted();
  const asking = createAbortTimeout("", signal);
  const url = await asking.wait(urlOf(options, input)).finally(asking.detach);
  const place = redactUrl(url);
  const lifeline = createAbortTimeout(place, signal);
  let socket: ReturnType<typeof openSocket> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  try {
    const own = openSocket(options, url, place);
    socket = own;
    await lifeline.wait(own.opened, timeouts?.responseMs ?? DEFAULT_TIMEOUT_MS);
    own.send(framesOf());

    const idleMs = timeouts?.idleMs ?? DEFAULT_TIMEOUT_MS;
    const read = () => {
      clearTimeout(linger);
      // A server may leave the socket open for what is said next.
      if (isOver) linger = setTimeout(own.end, lingerMs);
      return lifeline.wait(own.read(), idleMs);
    };
    const readAll = async function* () {
      for await (const arrival of readArrivals(options, place, read)) {
        yield* yieldWithCursor(pass(arrival), given.onCursor);
      }
    };
    for await (const events of translator.read(readAll())) {
      isOver = isRunFinished(events, isOver);
      yield events;
    }
    isOver = true;
    yield* translator.end();
  } catch (error) {
    // Whatever broke because of an abort, the abort is why.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(linger);
    lifeline.detach();
    socket?.close(isOver ? [] : (dialect?.stopFrames?.(input) ?? []));
  }
}

/** Yields what the messages say that have come together, until the far side closes. */
async function* readArrivals(
  { dialect, maxEventBytes = DEFAULT_MAX_EVENT_BYTES }: WebSocketAgentOptions,
  place: string,
  read: () => Promise<readonly unknown[] | undefined>,
): AsyncGenerator<FrameBatch, void, undefined> {
  const options = { place, maxEventBytes, isWhole: dialect !== undefined };
  for (let messages = await read(); messages; messages = await read()) {
    const frames: unknown[] = [];
    let failure: AgentKitError | undefined;
    for (const message of messages) failure ??= decodeMessage(message, options, frames);
    if (!dialect) warnAboutDialect("webSocketAgent", place, frames);
    // A dialect knows where its own positions are.
    yield { frames, marks: dialect ? [] : marksOf(frames) };
    if (failure) throw failure;
  }
}

async function urlOf({ url }: WebSocketAgentOptions, input: RunAgentInput): Promise<string> {
  try {
    const given = typeof url === "function" ? await url(input) : url;
    return resolveUrl(String(given), "").replace(/^http/, "ws");
  } catch (cause) {
    if (cause instanceof AgentKitError) throw cause;
    throw new AgentKitError(
      "agent-failed",
      "The url option of webSocketAgent failed, so nothing was sent. See the cause.",
      { cause },
    );
  }
}
