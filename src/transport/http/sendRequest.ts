import type { RunAgentInput } from "../../protocol/events.ts";
import { reloadProtobuf } from "../decoders/protobufDecoder.ts";
import type { AbortTimeout } from "./abortTimeout.ts";
import type { HeadersRequest, HttpAgentOptions } from "./httpAgentOptions.ts";
import { resolveHeaders } from "./requestHeaders.ts";
import { networkError, wrapOptionError } from "./transportErrors.ts";

/** Default timeout for a silent server, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 240_000;

/** Default maximum size of one event, in bytes. */
export const DEFAULT_MAX_EVENT_BYTES = 10 * 1024 * 1024;

/** A request and its response. */
export interface HttpConnection {
  readonly options: HttpAgentOptions;
  /** The URL as messages show it. */
  readonly safeUrl: string;
  readonly abortTimeout: AbortTimeout;
}

/**
 * Sends the input, and resolves with the status and headers of the response.
 *
 * @param reason - Passed to a `headers` function.
 */
export async function sendRequest(
  { options, safeUrl, abortTimeout }: HttpConnection,
  input: RunAgentInput,
  reason?: HeadersRequest["reason"],
): Promise<Response> {
  const { signal } = abortTimeout;
  const { url, fetch = globalThis.fetch, timeouts } = options;
  const [requestInit, body] = await abortTimeout.waitFor(
    Promise.all([
      resolveHeaders(options, input, reason).catch(wrapOptionError("headers", safeUrl, reason)),
      createBody(options, input).catch(wrapOptionError("body", safeUrl, reason)),
      reloadProtobuf({ safeUrl, protobuf: options.protobuf }),
    ]),
  );
  const init = { method: "POST", ...requestInit, body, signal };
  // Called as a plain function: a browser's fetch throws when called as a method of another object.
  const response = (async () => fetch(String(url), init))();
  // A fetch that ignores the signal may respond after the abort.
  response.then(
    (lateResponse) => {
      if (signal.aborted) lateResponse.body?.cancel().catch(() => {});
    },
    () => {},
  );
  try {
    return await abortTimeout.waitFor(response, timeouts?.responseMs ?? DEFAULT_TIMEOUT_MS);
  } catch (cause) {
    throw networkError(safeUrl, cause, false);
  }
}

async function createBody({ body }: HttpAgentOptions, input: RunAgentInput): Promise<string> {
  return JSON.stringify(typeof body === "function" ? await body(input) : { ...body, ...input });
}
