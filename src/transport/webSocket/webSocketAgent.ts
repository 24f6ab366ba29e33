import type { ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import type { DialectExchange } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { DEFAULT_END_MS } from "../../protocol/runEnd.ts";
import { createDialectTranslator, type DialectTranslator } from "../http/dialectTranslator.ts";
import { slowMsOf } from "../http/eventTimeouts.ts";
import { createFrameDeduper } from "../http/frameDeduper.ts";
import { exchangeFrames } from "./exchangeFrames.ts";
import type { Socket } from "./openSocket.ts";
import { DEFAULT_LINGER_MS, type RunSockets, sendFrames } from "./sendFrames.ts";
import type { WebSocketAgent, WebSocketAgentOptions } from "./webSocketAgentOptions.ts";

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/**
 * Creates an agent for a WebSocket that speaks AG-UI in JSON. Every run has its own socket: its end
 * is the end of the run, and a stopped run does not affect others.
 *
 * The `RunAgentInput` is sent when the socket is open. Every received message is one event or an
 * array of events. A run is over when the server closes with 1000, or has been silent for
 * `lingerMs` after RUN_FINISHED or RUN_ERROR. While content of the run is still open, that time is
 * `timeouts.endMs`. Another close code is a broken connection: the thread opens another socket and
 * sends `{ type: "connect", threadId, runId, cursor? }`, with the last `eventId` or `id` of an event.
 * The server then sends what follows the cursor, or everything, and closes with 1000 when there is
 * nothing. Set `canConnect: false` for a server that does not.
 *
 * A run fails with an `AgentKitError` whose `code` is `network`, `timeout` or `event-too-large`. The code is
 * `malformed-stream` for a binary message, `missing-dependency` where there is no WebSocket class, and `agent-failed`
 * when `url` throws.
 *
 * `send` sends frames of the server's own protocol, during a run on its socket.
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
export function webSocketAgent(options: WebSocketAgentOptions): WebSocketAgent {
  checkOptions(options);
  const {
    dialect,
    lingerMs = DEFAULT_LINGER_MS,
    timeouts: { endMs = DEFAULT_END_MS } = {},
  } = options;
  const { canConnect = !dialect || dialect.connectFrames !== undefined } = options;
  const createDedupe = createFrameDeduper();
  const runSockets: RunSockets = new Map();

  /** Returns the silence after the end of a run that ends the exchange; `undefined` for no limit. */
  function endSilenceMs({ progress }: DialectTranslator): number | undefined {
    if (progress.hasEnded) return lingerMs;
    return endMs > 0 ? Math.max(lingerMs, endMs) : undefined;
  }

  /** Exchanges the frames of a run, whose socket is known to `send` meanwhile. */
  async function* exchangeWithAgent(
    { input, isReplay, cursor }: Omit<DialectExchange, "onCursor">,
    runOptions: RunOptions,
    firstFrames: () => readonly unknown[],
  ): Events {
    const { threadId } = input;
    let setSocket = (_: Socket | undefined) => {};
    const socket = new Promise<Socket | undefined>((resolve) => {
      setSocket = resolve;
    });
    runSockets.set(threadId, socket);
    try {
      const translator = createDialectTranslator(
        dialect,
        omitUndefined({ input, isReplay, cursor }),
        runOptions,
      );
      yield* exchangeFrames(
        options,
        {
          input,
          isRun: !isReplay,
          firstFrames,
          stopFrames: () => dialect?.stopFrames?.(input) ?? [],
          translator,
          dedupe: createDedupe(input, cursor),
          silenceMs: ({ isFinished }) => (isFinished ? endSilenceMs(translator) : undefined),
          onOpen: setSocket,
        },
        runOptions,
      );
    } finally {
      setSocket(undefined);
      if (runSockets.get(threadId) === socket) runSockets.delete(threadId);
    }
  }

  const agent: WebSocketAgent = {
    // The exchange ends by itself.
    endMs: 0,
    slowMs: slowMsOf(options.timeouts),
    run: (input, runOptions) =>
      exchangeWithAgent(
        { input, isReplay: false },
        runOptions,
        () =>
          dialect?.frames?.(input, runOptions) ?? [
            dialect?.request?.(input, runOptions).body ?? input,
          ],
      ),
    send: (frames, sendOptions) => sendFrames(options, runSockets, frames, sendOptions),
  };
  if (!canConnect) return agent;
  return {
    ...agent,
    connect(input, runOptions: ConnectOptions) {
      const { threadId, runId } = input;
      const cursor = runOptions.cursor || undefined;
      const plain = omitUndefined({ type: "connect", threadId, runId, cursor });
      return exchangeWithAgent(
        { input, isReplay: true, ...omitUndefined({ cursor }) },
        runOptions,
        () => dialect?.connectFrames?.(omitUndefined({ input, cursor })) ?? [plain],
      );
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
