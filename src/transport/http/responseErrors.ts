import { printHint } from "../../protocol/developmentHint.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { BodyReader } from "./bodyReader.ts";
import { describeForeignBody } from "./dialectHint.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import { MAX_QUOTED_CHARACTERS, mediaTypeOf } from "./transportErrors.ts";

/** Returns the error for a status outside 2xx. */
export async function httpStatusError(
  url: string,
  response: Response,
  source: BodyReader,
): Promise<AgentKitError> {
  // The status matters most; a body that breaks off is ignored.
  const body = await readExcerpt(source).catch(() => "");
  const { status, statusText } = response;
  const detail = readableBody(body);
  if (status === 400 || status === 422) printHint("rejected-input", httpStatusError, [url, detail]);
  return new AgentKitError(
    "http-status",
    `${url} answered ${`${status} ${statusText}`.trim()}${detail && `: ${detail}`}. ${remedyFor(response)}`,
    responseContext(url, response, body),
  );
}

/** Returns the error for a response that is not an event stream. */
export function unexpectedContentError(
  url: string,
  response: Response,
  body: string,
): AgentKitError {
  const from = response.redirected ? `${url}, redirected to ${response.url},` : url;
  const detail = readableBody(body);
  return new AgentKitError(
    "content-type",
    `${from} answered with ${mediaTypeOf(response) || "untyped content"} instead of AG-UI events${detail && `: ${detail}`}.${describeForeignBody(body)} Check the \`url\` option, and whether a login page or a proxy answers instead of the agent.`,
    responseContext(url, response, body),
  );
}

/** Reads as much of a body as an error quotes. */
async function readExcerpt(body: BodyReader): Promise<string> {
  const utf8 = new TextDecoder();
  let text = "";
  while (text.length < MAX_QUOTED_CHARACTERS) {
    const bytes = await body.readBytes(DEFAULT_TIMEOUT_MS);
    if (!bytes) break;
    text += utf8.decode(bytes, { stream: true });
  }
  return text;
}

function responseContext(url: string, response: Response, body: string) {
  return omitUndefined({
    status: response.status,
    body: body.slice(0, MAX_QUOTED_CHARACTERS),
    url,
    contentType: mediaTypeOf(response),
    retryAfterMs: retryAfterMsOf(response),
  });
}

/** Returns the delay of a `Retry-After` header, in milliseconds from now. */
function retryAfterMsOf({ headers }: Response): number | undefined {
  const header = headers.get("retry-after");
  if (!header) return undefined;
  // The header contains seconds or a date.
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
}

function remedyFor({ status, headers }: Response): string {
  switch (status) {
    case 401:
    case 403:
      return "Check the `headers` and `credentials` options of httpAgent.";
    case 404:
    case 405:
      return "No agent accepts POST requests there. Check the `url` option.";
    case 413:
      return "The request is too large. Raise the server's limit for request bodies.";
    case 429:
      return `The server limits requests. Try again later (Retry-After: ${headers.get("retry-after") ?? "none"}).`;
    default:
      return status < 500
        ? "The server rejected the request. See `error.context.body`, and correct the request."
        : "The server failed. See its log, then try again.";
  }
}

/**
 * Returns the readable part of a body: the message inside JSON or the JSON on one line, the title of an HTML page, or
 * the first line.
 */
function readableBody(body: string): string {
  let text = /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? body;
  try {
    const value: unknown = JSON.parse(body);
    text = findErrorText(value) ?? JSON.stringify(value);
  } catch {
    // A body that is not JSON is quoted as it is.
  }
  const [line = ""] = text.trim().split("\n");
  return line.slice(0, 200).replace(/\.$/, "");
}

/** Maximum number of problems that an error quotes. */
const MAX_PROBLEMS = 3;

/** Names under which servers state a message, in the order in which they are read. */
const ERROR_FIELDS = ["issues", "errors", "message", "error", "detail", "msg", "title"];

/** Finds the message in the error shapes of common servers. */
function findErrorText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return quoteProblems(value.flatMap((item: unknown) => describeBodyProblem(item) ?? []));
  if (!isRecord(value)) return undefined;
  const fields = Object.entries(value);
  const isMessage = fields.length === 1 && ERROR_FIELDS.some((name) => name in value);
  // Laravel, ASP.NET and Django list the problems of each field under its name.
  if (!isMessage && fields.length > 0 && fields.every(([, problems]) => isTextList(problems)))
    return quoteProblems(
      fields.map(([field, problems]) => withField(field, findErrorText(problems))),
    );
  for (const name of ERROR_FIELDS) {
    const message = findErrorText(value[name]);
    if (message) return message;
  }
  return undefined;
}

function quoteProblems(problems: readonly string[]): string {
  const others = problems.length - MAX_PROBLEMS;
  const quoted = problems.slice(0, MAX_PROBLEMS).join("; ");
  return others > 0 ? `${quoted}; and ${others} more` : quoted;
}

function isTextList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")
  );
}

function withField(field: unknown, message = ""): string {
  return typeof field === "string" && field !== "" ? `${field}: ${message}` : message;
}

/** Describes an item in a list of problems with the path of its field, as FastAPI and schema libraries write it. */
function describeBodyProblem(item: unknown): string | undefined {
  const message = findErrorText(item);
  if (!message || !isRecord(item)) return message;
  const location = item.loc ?? item.path;
  return withField(Array.isArray(location) ? location.join(".") : location, message);
}
