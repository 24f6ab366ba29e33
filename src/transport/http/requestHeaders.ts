import type { DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { HeadersRequest, HttpAgentOptions } from "./httpAgentOptions.ts";

type HeadersOption = HttpAgentOptions["headers"];

/**
 * Returns the headers and credentials of a request. Options that are functions are called for each request.
 *
 * @throws the error of such a function
 */
export async function resolveHeaders(
  { headers, credentials, accept = "text/event-stream" }: HttpAgentOptions,
  input?: RunAgentInput,
  reason: HeadersRequest["reason"] = "request",
): Promise<Pick<RequestInit, "headers" | "credentials">> {
  const resolved = new Headers({ accept, "content-type": "application/json" });
  const extraHeaders = new Headers(
    typeof headers === "function" ? await headers(input, { reason }) : headers,
  );
  extraHeaders.forEach((value, name) => {
    resolved.set(name, value);
  });
  const resolvedCredentials = typeof credentials === "function" ? await credentials() : credentials;
  return { headers: resolved, ...(resolvedCredentials && { credentials: resolvedCredentials }) };
}

/** True when a function returns the headers or credentials, so that a repeated request may have others. */
export function canRenewHeaders({ headers, credentials }: HttpAgentOptions): boolean {
  return typeof headers === "function" || typeof credentials === "function";
}

/**
 * Merges the `headers` option of an agent with other headers; those of the agent take precedence. Returns a function
 * when the option is a function.
 *
 * @param getInput - Returns the input that such a function receives.
 */
export function mergeHeaders(
  { headers, accept }: { headers?: HeadersOption | undefined; accept?: string },
  extraHeaders: DialectRequest["headers"],
  getInput: () => RunAgentInput | undefined,
): NonNullable<HeadersOption> {
  const mergeWith = (ownHeaders?: HeadersInit) => {
    const merged = new Headers(extraHeaders);
    // The `accept` option takes precedence like a header of the application.
    if (accept !== undefined) merged.set("accept", accept);
    new Headers(ownHeaders).forEach((value, name) => {
      merged.set(name, value);
    });
    return merged;
  };
  return typeof headers === "function"
    ? async (_, request) => mergeWith(await headers(getInput(), request))
    : mergeWith(headers);
}
