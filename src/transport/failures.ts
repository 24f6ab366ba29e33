import { AgentKitError } from "../protocol/errors.ts";

/** How much of a body an error quotes, in characters. */
export const MAX_QUOTED_CHARACTERS = 2_000;

/** The answer outside 2xx. */
export function badStatus(url: string, response: Response, body: string): AgentKitError {
  const { status, statusText } = response;
  const said = readableBody(body);
  return new AgentKitError(
    "http-status",
    `${url} answered ${`${status} ${statusText}`.trim()}${said && `: ${said}`}. ${adviceFor(response)}`,
    { status, body: quote(body), url, contentType: mediaTypeOf(response) },
  );
}

/** The answer that is not an event stream. */
export function foreignContent(url: string, response: Response, body: string): AgentKitError {
  const contentType = mediaTypeOf(response);
  const said = readableBody(body);
  const from = response.redirected ? `${url}, redirected to ${response.url},` : url;
  return new AgentKitError(
    "content-type",
    `${from} answered with ${contentType || "content of no type"} where AG-UI events were expected${said && `: ${said}`}. Check that the url is the agent's endpoint and not a page, and that no login page or proxy answers in its place.`,
    { status: response.status, body: quote(body), url, contentType },
  );
}

/** The request that was refused, or the connection that broke. */
export function noConnection(url: string, cause: unknown, isStreaming: boolean): AgentKitError {
  return new AgentKitError(
    "network",
    isStreaming
      ? `The connection to ${url} broke before the stream had ended (${describe(cause)}). What arrived is kept; run again.`
      : `${url} cannot be reached (${describe(cause)}). Check that the server runs and that the url is right; in a browser also that the server allows this page's origin (CORS).`,
    { cause, url },
  );
}

/** The server that kept silent. */
export function tooSlow(
  url: string,
  timeoutMs: number,
  option: "responseMs" | "idleMs",
): AgentKitError {
  const what = option === "idleMs" ? "sent nothing" : "did not answer";
  return new AgentKitError(
    "timeout",
    `${url} ${what} for ${timeoutMs} ms, so the run was given up. Let the server send heartbeats, or raise timeouts.${option} of httpAgent.`,
    { timeoutMs, url },
  );
}

/** The event that would fill the memory. */
export function eventTooLarge(maxEventBytes: number): AgentKitError {
  return new AgentKitError(
    "event-too-large",
    `One event is larger than ${maxEventBytes} bytes, so the stream was closed. Send large content by url, or raise maxEventBytes of httpAgent.`,
    { maxEventBytes },
  );
}

/** The application's own function that threw, or the input that is no JSON. */
export function badRequest(option: "headers" | "body", cause: unknown, url: string): AgentKitError {
  if (cause instanceof AgentKitError) return cause;
  return new AgentKitError(
    "agent-failed",
    `The ${option} for ${url} cannot be made, so nothing was sent: ${describe(cause)}. See the ${option} option of httpAgent.`,
    { cause, url },
  );
}

/** The content type without its parameters, in lower case; `""` when there is none. */
export function mediaTypeOf(response: Response): string {
  const header = response.headers.get("content-type") ?? "";
  // Two servers in a row can each set the header; fetch joins them with a comma.
  return (header.split(/[;,]/)[0] ?? "").trim().toLowerCase();
}

function adviceFor({ status, headers }: Response): string {
  switch (status) {
    case 401:
    case 403:
      return "Check what httpAgent sends in `headers` or `credentials`.";
    case 404:
    case 405:
      return "Check the url: no agent takes POST requests there.";
    case 413:
      return "The conversation is larger than the server takes; raise its limit for request bodies.";
    case 429: {
      const wait = headers.get("retry-after");
      return `The server wants fewer requests; try again ${wait ? `after ${/^\d+$/.test(wait) ? `${wait} seconds` : wait}` : "later"}.`;
    }
    default:
      return status >= 500
        ? "The server failed; its log says why. Run again when it is well."
        : "The server refused the request; its answer says why.";
  }
}

/** What a body says to a person: the message inside JSON, the title of a page, or its first line. */
function readableBody(body: string): string {
  let text = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? body;
  try {
    text = messageIn(JSON.parse(body)) ?? text;
  } catch {
    // Not JSON: it speaks for itself.
  }
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 200)}…` : line.replace(/\.$/, "");
}

/** Finds the sentence in the error shapes of common servers. */
function messageIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return messageIn(value[0]);
  const fields: Record<string, unknown> = { ...value };
  for (const name of ["message", "error", "detail", "msg", "title"]) {
    const message = messageIn(fields[name]);
    if (message) return message;
  }
  return undefined;
}

function quote(body: string): string {
  return body.slice(0, MAX_QUOTED_CHARACTERS);
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Node says "fetch failed" and keeps the reason (ECONNREFUSED) in the cause.
  return cause.cause instanceof Error
    ? `${cause.message}: ${cause.cause.message || describeCode(cause.cause)}`
    : cause.message;
}

function describeCode(error: Error): string {
  return "code" in error ? String(error.code) : error.name;
}
