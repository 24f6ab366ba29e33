import type { DialectRequest } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { HeadersRequest, HttpAgentOptions } from "./httpAgentOptions.ts";
import { canRenewHeaders, mergeHeaders, resolveHeaders } from "./requestHeaders.ts";
import { redactUrl } from "./resolveUrl.ts";
import {
  MAX_QUOTED_CHARACTERS,
  networkError,
  timeoutError,
  wrapOptionError,
} from "./transportErrors.ts";

/** Timeout of a response, in milliseconds: shorter than that of a run. */
const TIMEOUT_MS = 30_000;

/**
 * Sends a request beside the runs, with their headers and credentials, and repeats it once after a
 * 401 if a function returns fresh ones. Returns the JSON of a GET, and `undefined` for an empty response or a 404.
 * The response to a POST is ignored.
 *
 * @throws AgentKitError `http-status`, `network`, `timeout`, or `content-type` for a response that
 * is not JSON
 */
export async function fetchJson(
  options: HttpAgentOptions,
  { url = String(options.url), method = "POST", headers, body }: DialectRequest,
  { isMissingOk = method === "GET" } = {},
): Promise<unknown> {
  const { fetch = globalThis.fetch } = options;
  const isPost = method === "POST";
  const safeUrl = redactUrl(url);
  const mergedHeaders = mergeHeaders({ headers: options.headers }, headers, () => undefined);
  const sendOnce = async (reason?: HeadersRequest["reason"]) => {
    const ownOptions = { ...options, headers: mergedHeaders, accept: "application/json" };
    const requestInit = await resolveHeaders(ownOptions, undefined, reason).catch(
      wrapOptionError("headers", safeUrl, reason),
    );
    // `keepalive` lets a closing tab still send its cancellation.
    const post = { method, body: JSON.stringify(body), keepalive: true };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, { ...requestInit, ...(isPost && post), signal }).catch((cause: unknown) => {
      throw signal.aborted
        ? timeoutError(safeUrl, TIMEOUT_MS)
        : networkError(safeUrl, cause, false);
    });
  };
  let response = await sendOnce();
  if (response.status === 401 && canRenewHeaders(options))
    response = await sendOnce("unauthorized");
  const text = await response.text();
  if (response.status === 404 && isMissingOk) return undefined;
  if (!response.ok) {
    const { status } = response;
    throw new AgentKitError(
      "http-status",
      `${safeUrl} answered ${status}, so it returned no data. See \`error.context.body\` and the server's log.`,
      {
        status,
        url: safeUrl,
        body: text.slice(0, MAX_QUOTED_CHARACTERS),
      },
    );
  }
  if (text === "" || isPost) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AgentKitError(
      "content-type",
      `${safeUrl} did not answer with JSON, so its answer cannot be read. Check the URL, and whether a login page or a proxy answers instead of the server.`,
      {
        cause,
        url: safeUrl,
        body: text.slice(0, MAX_QUOTED_CHARACTERS),
      },
    );
  }
}
