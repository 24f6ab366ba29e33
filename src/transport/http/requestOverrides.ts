import type { DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { mergeHeaders } from "./requestHeaders.ts";

/**
 * The options of an agent for one request that is not its usual one: to another address, by another
 * method, with other headers. Its functions are asked about `inputOf()`, whatever is sent in its place.
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

/** Sends what was made for a POST as a GET, which has no body and so no type of one. */
function toGetRequest(fetch: HttpAgentOptions["fetch"]): NonNullable<HttpAgentOptions["fetch"]> {
  return (url, { body: _, headers, ...init }) => {
    const ownHeaders = new Headers(headers);
    ownHeaders.delete("content-type");
    return (fetch ?? globalThis.fetch)(url, { ...init, headers: ownHeaders, method: "GET" });
  };
}
