import { AgentKitError } from "../../protocol/errors.ts";

/** How much of a body an error quotes, in characters. */
export const MAX_QUOTED_CHARACTERS = 2_000;

/** The request that was refused, or the connection that broke; a timeout stays what it is. */
export function networkError(url: string, cause: unknown, isStreaming: boolean): AgentKitError {
  if (cause instanceof AgentKitError) return cause;
  return new AgentKitError(
    "network",
    isStreaming
      ? `The connection to ${url} was lost (${describeCause(cause)}). What you see is saved. Try again.`
      : `${url} cannot be reached (${describeCause(cause)}). Check the URL, the server and, in a browser, CORS.`,
    { cause, url },
  );
}

/** The server that kept silent. */
export function timeoutError(url: string, timeoutMs: number): AgentKitError {
  return new AgentKitError(
    "timeout",
    `${url} was silent for ${timeoutMs} ms, so the run was stopped. Send heartbeats from the server, or raise the timeouts.`,
    { timeoutMs, url },
  );
}

/** The event that would fill the memory. */
export function eventTooLarge(maxEventBytes: number): AgentKitError {
  return new AgentKitError(
    "event-too-large",
    `One event is larger than ${maxEventBytes} bytes, so the stream was closed. Raise maxEventBytes.`,
    { maxEventBytes },
  );
}

/** Throws for the application's own function that failed, or the input that is no JSON. */
export function wrapOptionError(
  option: "headers" | "body",
  url: string,
): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof AgentKitError) throw cause;
    throw new AgentKitError(
      "agent-failed",
      `The ${option} option of httpAgent failed, so ${url} was sent nothing: ${describeCause(cause)}.`,
      { cause, url },
    );
  };
}

/** The content type without its parameters, in lower case; `""` when there is none. */
export function mediaTypeOf({ headers }: Response): string {
  // Two servers in a row can each set the header; fetch joins them with a comma.
  const [type = ""] = (headers.get("content-type") ?? "").split(/[;,]/);
  return type.trim().toLowerCase();
}

/** Node says "fetch failed" and keeps the reason, ECONNREFUSED for instance, in the cause. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, cause: inner } = cause;
  const reason = inner instanceof Error && (("code" in inner && inner.code) || inner.message);
  return reason ? `${message}: ${reason}` : message;
}
