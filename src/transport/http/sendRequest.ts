import type { RunAgentInput } from "../../protocol/events.ts";
import type { AbortTimeout } from "./abortTimeout.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { resolveHeaders } from "./requestHeaders.ts";
import { networkError, wrapOptionError } from "./transportErrors.ts";

/** How long a server may be silent unless the application says otherwise, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 240_000;

/** How large one event may be, in bytes. */
export const DEFAULT_MAX_EVENT_BYTES = 10 * 1024 * 1024;

/** One request and its answer. */
export interface HttpExchange {
  readonly options: HttpAgentOptions;
  /** The url as messages show it. */
  readonly safeUrl: string;
  readonly abortTimeout: AbortTimeout;
}

/** Sends the input, and resolves with the answer's status and headers. */
export async function sendRequest(
  { options, safeUrl, abortTimeout }: HttpExchange,
  input: RunAgentInput,
): Promise<Response> {
  const { signal } = abortTimeout;
  const { url, fetch = globalThis.fetch, timeouts } = options;
  const [requestInit, body] = await abortTimeout.waitFor(
    Promise.all([
      resolveHeaders(options, input).catch(wrapOptionError("headers", safeUrl)),
      createBody(options, input).catch(wrapOptionError("body", safeUrl)),
    ]),
  );
  const init = { method: "POST", ...requestInit, body, signal };
  // Called as a plain function: a browser's own fetch refuses to be a method of something else.
  const response = (async () => fetch(String(url), init))();
  // A fetch that does not listen to the signal may answer when nobody waits any more.
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
