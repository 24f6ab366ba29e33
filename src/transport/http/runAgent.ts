import type { ConnectOptions, RunOptions } from "../../protocol/agent.ts";
import type { DialectRequest } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { DecodeOptions } from "../decoders/streamDecoder.ts";
import { createAbortTimeout } from "./abortTimeout.ts";
import { createConnectRequest, createRunRequest } from "./dialectRequest.ts";
import { createDialectTranslator, type DialectTranslator } from "./dialectTranslator.ts";
import { downgradeForServer } from "./downgradeInput.ts";
import { createFrameDeduper } from "./frameDeduper.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { pollReplay } from "./pollReplay.ts";
import { readResponse } from "./readResponse.ts";
import { mergeHeaders } from "./requestHeaders.ts";
import { redactUrl } from "./resolveUrl.ts";
import { sendRequest } from "./sendRequest.ts";

/** The replay filter of each agent. */
const dedupers = new WeakMap<HttpAgentOptions, ReturnType<typeof createFrameDeduper>>();

type Events = AsyncGenerator<readonly EventInput[], void, undefined>;

/** Runs an agent that has a dialect, an older server, or resumable runs. */
export async function* runAgent(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: RunOptions,
): Events {
  const translator = createDialectTranslator(
    options.dialect,
    { input, isReplay: false },
    runOptions,
  );
  yield* streamRequest(
    options,
    (current) => createRunRequest(options, current, runOptions),
    input,
    runOptions,
    translator,
  );
  yield* translator.translateEnd();
}

/** Attaches to a running run, or replays a thread; see `Agent.connect`. */
export async function* connectAgent(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: ConnectOptions,
): Events {
  const { cursor, ...rest } = runOptions;
  const dialect = options.connectUrl || options.replay ? undefined : options.dialect;
  const { pollMs, noReplayStatus } = dialect ?? {};
  const translator = createDialectTranslator(
    options.dialect,
    omitUndefined({ input, isReplay: true, cursor }),
    runOptions,
  );
  const readPage = (position: ConnectOptions) =>
    streamRequest(
      options,
      (current) => createConnectRequest(options, current, position.cursor),
      input,
      position,
      translator,
    );
  let hasEvents = false;
  try {
    const stream =
      pollMs === undefined
        ? readPage(runOptions)
        : pollReplay(options, pollMs, runOptions, readPage);
    for await (const events of stream) {
      hasEvents = true;
      yield events;
    }
    yield* translator.translateEnd();
  } catch (error) {
    const status = error instanceof AgentKitError ? error.context.status : undefined;
    // The server does not know the run, or stores none: there is nothing to attach to.
    if (status === 404) return;
    if (status !== undefined && status === noReplayStatus && !cursor) return;
    // The position has expired: the replay starts at the beginning.
    if (status !== 410 || !cursor || hasEvents) throw error;
    yield* connectAgent(options, input, rest);
  }
}

/**
 * Sends a request of the dialect, and yields the translated events of the response.
 *
 * @param buildRequest - Builds the request for the input, and again for an input that was refreshed after a 401.
 */
async function* streamRequest(
  options: HttpAgentOptions,
  buildRequest: (input: RunAgentInput) => DialectRequest,
  input: RunAgentInput,
  runOptions: ConnectOptions,
  translator: DialectTranslator,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { refreshInput, cursor, ...rest } = runOptions;
  let current = downgradeForServer(options, input);
  const request = buildRequest(current);
  // `streamResponse` sends any body instead of the input.
  const requestBody = ({ body }: DialectRequest) => body as RunAgentInput;
  const refresh = async () => {
    if (refreshInput) current = downgradeForServer(options, await refreshInput());
    return requestBody(buildRequest(current));
  };
  const requestOptions = omitUndefined({ ...rest, refreshInput: refreshInput && refresh });
  const createDedupe = dedupers.get(options) ?? createFrameDeduper();
  dedupers.set(options, createDedupe);
  const stream = streamResponse(
    withRequestOverrides(options, request, () => current),
    requestBody(request),
    requestOptions,
    {
      decoding: translator.decoding,
      progress: translator.progress,
      isReplay: translator.isReplay,
      dedupe: createDedupe(input, cursor),
    },
  );
  yield* translator.translateStream(stream);
}

/**
 * Returns the options of an agent for one request with another URL, method or headers. Options that are
 * functions receive the result of `getInput()`, because the body of a dialect is not the input.
 */
function withRequestOverrides(
  options: HttpAgentOptions,
  { url = String(options.url), method, headers }: DialectRequest,
  getInput: () => RunAgentInput,
): HttpAgentOptions {
  const { body, fetch } = options;
  return omitUndefined({
    ...options,
    url,
    headers: mergeHeaders(options, headers, getInput),
    body: typeof body === "function" ? () => body(getInput()) : body,
    ...(method === "GET" && { body: undefined, fetch: toGetRequest(fetch) }),
  });
}

/** Returns a fetch that sends a POST request as a GET, without its body and content type. */
function toGetRequest(fetch: HttpAgentOptions["fetch"]): NonNullable<HttpAgentOptions["fetch"]> {
  return (url, { body: _, headers, ...init }) => {
    const ownHeaders = new Headers(headers);
    ownHeaders.delete("content-type");
    return (fetch ?? globalThis.fetch)(url, { ...init, headers: ownHeaders, method: "GET" });
  };
}

/** Sends one request and yields the events of the response as they arrive. */
export async function* streamResponse(
  options: HttpAgentOptions,
  input: RunAgentInput,
  runOptions: RunOptions,
  decodeOptions?: DecodeOptions,
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { signal } = runOptions;
  const safeUrl = redactUrl(options.url);
  const abortTimeout = createAbortTimeout(safeUrl, signal);
  try {
    const connection = { options, safeUrl, abortTimeout };
    const response = await sendRequest(connection, input);
    yield* readResponse(connection, response, input, runOptions, decodeOptions);
  } catch (error) {
    // After an abort, any error is a consequence of it.
    throw signal.aborted ? signal.reason : error;
  } finally {
    abortTimeout.removeListener();
  }
}
