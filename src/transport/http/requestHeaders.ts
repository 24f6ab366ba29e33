import type { DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";

type HeadersOption = HttpAgentOptions["headers"];

/** The headers and the credentials of a request, asked anew. @throws what the application throws */
export async function resolveHeaders(
  { headers, credentials, accept = "text/event-stream" }: HttpAgentOptions,
  input?: RunAgentInput,
): Promise<Pick<RequestInit, "headers" | "credentials">> {
  const resolved = new Headers({ accept, "content-type": "application/json" });
  const extraHeaders = new Headers(typeof headers === "function" ? await headers(input) : headers);
  extraHeaders.forEach((value, name) => {
    resolved.set(name, value);
  });
  const resolvedCredentials = typeof credentials === "function" ? await credentials() : credentials;
  return { headers: resolved, ...(resolvedCredentials && { credentials: resolvedCredentials }) };
}

/** Adds headers to those of an agent, which win. They stay a function where they are one. */
export function mergeHeaders(
  { headers, accept }: { headers?: HeadersOption | undefined; accept?: string },
  extraHeaders: DialectRequest["headers"],
  getInput: () => RunAgentInput | undefined,
): NonNullable<HeadersOption> {
  const merge = (ownHeaders?: HeadersInit) => {
    const merged = new Headers(extraHeaders);
    // What the application has asked for by its name is its own as well.
    if (accept !== undefined) merged.set("accept", accept);
    new Headers(ownHeaders).forEach((value, name) => {
      merged.set(name, value);
    });
    return merged;
  };
  return typeof headers === "function"
    ? async () => merge(await headers(getInput()))
    : merge(headers);
}
