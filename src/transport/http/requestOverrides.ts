import type { DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { mergeHeaders } from "./requestHeaders.ts";

/**
 * Returns an agent's options for one request with another URL, method or headers. Functions receive
 * the result of `getInput()`, whatever is sent as the body.
 */
export function withRequestOverrides(
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
