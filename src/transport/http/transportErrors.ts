import { AgentKitError } from "../../protocol/errors.ts";
import type { HeadersRequest } from "./httpAgentOptions.ts";

/** Maximum length of a quoted body, in characters. */
export const MAX_QUOTED_CHARACTERS = 2_000;

/** Returns the error for a refused request or a broken connection; a timeout stays unchanged. */
export function networkError(url: string, cause: unknown, isStreaming: boolean): AgentKitError {
  if (cause instanceof AgentKitError) return cause;
  return new AgentKitError(
    "network",
    isStreaming
      ? `The connection to ${url} was lost (${describeCause(cause)}). What you see is saved. Try again.`
      : `${url} cannot be reached (${describeCause(cause)}). Check the URL, that the server runs, and, in a browser, its CORS headers.`,
    { cause, url },
  );
}

/** Returns the error for a silent server. */
export function timeoutError(url: string, timeoutMs: number): AgentKitError {
  return new AgentKitError(
    "timeout",
    `${url} was silent for ${timeoutMs} ms, so the run was stopped. Send heartbeats from the server, or raise the \`timeouts\` option.`,
    { timeoutMs, url },
  );
}

/** Returns the error for a server that sends heartbeats only. */
export function eventTimeoutError(url: string, name: string, timeoutMs: number): AgentKitError {
  return new AgentKitError(
    "timeout",
    `${url} sent no event for ${timeoutMs} ms, so the run was stopped. Look for the model or tool that the server waits for, or raise \`timeouts.${name}\`.`,
    { timeoutMs, url },
  );
}

/** Returns the error for an event above the size limit. */
export function eventTooLarge(maxEventBytes: number): AgentKitError {
  return new AgentKitError(
    "event-too-large",
    `One event is larger than ${maxEventBytes} bytes, so the stream was closed. Send smaller events, or raise the \`maxEventBytes\` option.`,
    { maxEventBytes },
  );
}

/**
 * Returns a handler that throws the error for an option of the application that failed, or for an
 * input that is not JSON.
 *
 * @param reason - `unauthorized` when a request was sent and refused before.
 */
export function wrapOptionError(
  option: "headers" | "body",
  url: string,
  reason?: HeadersRequest["reason"],
): (cause: unknown) => never {
  const effect =
    reason === "unauthorized"
      ? `the request that ${url} refused with 401 was not repeated`
      : `nothing was sent to ${url}`;
  return (cause) => {
    if (cause instanceof AgentKitError) throw cause;
    throw new AgentKitError(
      "agent-failed",
      `The \`${option}\` option of httpAgent failed, so ${effect}: ${describeCause(cause)}. Correct that option; \`error.cause\` has the original error.`,
      { cause, url },
    );
  };
}

/** Returns the content type without parameters, in lower case; `""` when there is none. */
export function mediaTypeOf({ headers }: Response): string {
  // Two proxies in a row may both set the header; fetch joins them with a comma.
  const [type = ""] = (headers.get("content-type") ?? "").split(/[;,]/);
  return type.trim().toLowerCase();
}

/** Node's message is "fetch failed"; the reason, for example ECONNREFUSED, is in the cause. */
function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, cause: inner } = cause;
  const reason = inner instanceof Error && (("code" in inner && inner.code) || inner.message);
  return reason ? `${message}: ${reason}` : message;
}
