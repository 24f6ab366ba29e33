import type { RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";

/** The headers and the credentials of a request, asked anew. @throws what the application throws */
export async function resolveHeaders(
  { headers, credentials, accept = "text/event-stream" }: HttpAgentOptions,
  input?: RunAgentInput,
): Promise<Pick<RequestInit, "headers" | "credentials">> {
  const own = new Headers({ accept, "content-type": "application/json" });
  const added = new Headers(typeof headers === "function" ? await headers(input) : headers);
  added.forEach((value, name) => {
    own.set(name, value);
  });
  const given = typeof credentials === "function" ? await credentials() : credentials;
  return { headers: own, ...(given && { credentials: given }) };
}
