import type { DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";

type HeadersOption = HttpAgentOptions["headers"];

/**
 * The options of an agent for one request that is not its usual one: to another address, by another
 * method, with other headers. Its functions are asked about `inputOf()`, whatever is sent in its place.
 */
export function withRequestOverrides(
  options: HttpAgentOptions,
  { url = String(options.url), method, headers }: DialectRequest,
  inputOf: () => RunAgentInput,
): HttpAgentOptions {
  const { body, fetch } = options;
  return omitUndefined({
    ...options,
    url,
    headers: mergeHeaders(options, headers, inputOf),
    body: typeof body === "function" ? () => body(inputOf()) : body,
    ...(method === "GET" && { body: undefined, fetch: asGet(fetch) }),
  });
}

/** Adds headers to those of an agent, which win. They stay a function where they are one. */
export function mergeHeaders(
  { headers, accept }: { headers?: HeadersOption | undefined; accept?: string },
  added: DialectRequest["headers"],
  inputOf: () => RunAgentInput | undefined,
): NonNullable<HeadersOption> {
  const merge = (own?: HeadersInit) => {
    const merged = new Headers(added);
    // What the application has asked for by its name is its own as well.
    if (accept !== undefined) merged.set("accept", accept);
    new Headers(own).forEach((value, name) => {
      merged.set(name, value);
    });
    return merged;
  };
  return typeof headers === "function"
    ? async () => merge(await headers(inputOf()))
    : merge(headers);
}

/** Sends what was made for a POST as a GET, which has no body and so no type of one. */
function asGet(fetch: HttpAgentOptions["fetch"]): NonNullable<HttpAgentOptions["fetch"]> {
  return (url, { body: _, headers, ...init }) => {
    const own = new Headers(headers);
    own.delete("content-type");
    return (fetch ?? globalThis.fetch)(url, { ...init, headers: own, method: "GET" });
  };
}
