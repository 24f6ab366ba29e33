import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { randomId } from "../../protocol/randomId.ts";
import { createDialectTranslator } from "../http/dialectTranslator.ts";
import { exchangeFrames } from "./exchangeFrames.ts";
import type { Socket } from "./openSocket.ts";
import type { WebSocketAgentOptions, WebSocketSendOptions } from "./webSocketAgentOptions.ts";

/** Default time in which the server may begin its response, in milliseconds. */
const DEFAULT_RESPONSE_MS = 10_000;
/** Default silence after which an open socket has nothing more to say, in milliseconds. */
export const DEFAULT_LINGER_MS = 500;

/** The socket of the running run of each thread, once its first frames were sent. */
export type RunSockets = Map<string, Promise<Socket | undefined>>;

/**
 * Sends frames on the socket of a thread's run, or on a new one when no run is running; see `WebSocketAgent.send`.
 *
 * @returns The events of the response on a new socket; the response to a running run is part of the run.
 */
export async function sendFrames(
  options: WebSocketAgentOptions,
  runSockets: RunSockets,
  frames: readonly object[],
  { threadId, responseMs = DEFAULT_RESPONSE_MS, signal }: WebSocketSendOptions,
): Promise<readonly EventInput[]> {
  checkFrames(frames);
  signal?.throwIfAborted();
  const running = await runSockets.get(threadId);
  if (running?.isOpen) {
    running.sendFrames(frames);
    return [];
  }
  const input = emptyInput(threadId);
  const { lingerMs = DEFAULT_LINGER_MS, dialect } = options;
  const runOptions = { signal: signal ?? new AbortController().signal };
  const response: EventInput[] = [];
  const exchange = {
    input,
    firstFrames: () => frames,
    translator: createDialectTranslator(dialect, { input, isReplay: false }, runOptions),
    silenceMs: ({ hasEvents }: { readonly hasEvents: boolean }) =>
      hasEvents ? lingerMs : responseMs,
  };
  for await (const events of exchangeFrames(options, exchange, runOptions))
    response.push(...events);
  return response;
}

function checkFrames(frames: unknown): void {
  if (Array.isArray(frames) && frames.length > 0 && frames.every(isRecord)) return;
  throw new AgentKitError(
    "invalid-argument",
    "`send` of webSocketAgent cannot send these frames. Pass an array of one or more objects, in the format of the server.",
  );
}

/** Creates the input of a socket without a run. */
function emptyInput(threadId: string): RunAgentInput {
  const lists = { messages: [], tools: [], context: [] };
  return { threadId, runId: randomId(), ...lists, state: {}, forwardedProps: {} };
}
