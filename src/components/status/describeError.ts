import type { AgentKitErrorContext } from "../../protocol/errors.ts";
import { isOffline } from "../../protocol/runtime.ts";
import type { RunInfo } from "../../reducer/snapshot.ts";
import type { Strings } from "../strings/strings.ts";

/**
 * @internal Returns the text for this kind of failure, in the language of the user. The message of the server is for the
 * details, unless `errors.agent` of the application repeats it.
 */
export function describeError(
  error: Partial<NonNullable<RunInfo["error"]>> = {},
  strings: Strings,
): string {
  const { code, context, message } = error;
  const { errors } = strings;
  if (isTooLong(error)) return errors.tooLong;
  if (isSignedOut(error)) return errors.signIn;
  if (hasNoAccess(error)) return errors.noAccess;
  switch (code) {
    case "network":
      return isOffline() ? errors.offline : errors.network;
    case "load-failed":
      return isOffline() ? errors.offline : strings.outdated;
    case "timeout":
      return errors.timeout;
    case "incomplete-stream":
      return errors.incomplete;
    case "content-type":
    case "event-too-large":
    case "malformed-stream":
    case "missing-dependency":
    case "protocol-violation":
      return errors.unreadable;
    case "http-status": {
      const status = context?.status ?? 500;
      if (status === 429) return errors.tooMany;
      return status >= 500 ? errors.server : errors.other;
    }
    case "run-error":
      return describeRunError(message, context, strings);
    default:
      return errors.other;
  }
}

/** Match the codes and the messages of a limit on requests, of a time limit, and of a service that is too busy. */
const TOO_MANY = /rate[ _-]?limit|too[ _]many[ _]requests|\b429\b/i;
const TIMEOUT = /\btime(?:d[ _-]?out|[ _-]?out)\b|deadline[ _]exceeded/i;
const OVERLOADED = /overloaded|unavailable|\b(?:502|503|529)\b/i;

function describeRunError(
  message = "",
  context: AgentKitErrorContext | undefined,
  { errors }: Strings,
): string {
  const codeAndMessage = `${context?.agentCode} ${message}`;
  if (TOO_MANY.test(codeAndMessage)) return errors.tooMany;
  if (TIMEOUT.test(codeAndMessage)) return errors.timeout;
  const isOverloaded = OVERLOADED.test(codeAndMessage);
  return isWrittenForUsers(message, context) && !isOverloaded
    ? errors.agent(message, context?.agentCode)
    : errors.server;
}

/** @internal True for a message that the agent sent with RUN_ERROR and that shows nothing of a server's insides. */
export function isWrittenForUsers(message: string, context?: AgentKitErrorContext): boolean {
  // A body is an error that the server sent as something else than RUN_ERROR.
  return message !== "" && context?.body === undefined && !isInternal(message);
}

/** @internal True when a deployment has removed the code that was needed, so that only a reload of the page helps. */
export function isPageOutdated(error: unknown): boolean {
  return Object(error).code === "load-failed" && !isOffline();
}

/**
 * Match the codes with which servers refuse a user, in the spellings of gRPC and HTTP. Messages are not matched, because
 * a model provider that refuses the key of the server has the same ones.
 */
const SIGNED_OUT = /unauthenticated|unauthori[sz]ed|(?:^|\D)401(?!\d)/i;
const NO_ACCESS = /permission[ _-]?denied|forbidden|(?:^|\D)403(?!\d)/i;

/** @internal True when the server refused the user, so that the same request is refused again. */
export function isAccessRefused(error: RunInfo["error"]): boolean {
  return error !== undefined && (isSignedOut(error) || hasNoAccess(error));
}

/** True after a 401, also as the code of a RUN_ERROR. */
function isSignedOut({ code, context }: Partial<NonNullable<RunInfo["error"]>>): boolean {
  if (code === "http-status") return context?.status === 401;
  return code === "run-error" && SIGNED_OUT.test(`${context?.agentCode}`);
}

/** True after a 403, also as the code of a RUN_ERROR. */
function hasNoAccess({ code, context }: Partial<NonNullable<RunInfo["error"]>>): boolean {
  if (code === "http-status") return context?.status === 403;
  return code === "run-error" && NO_ACCESS.test(`${context?.agentCode}`);
}

/** Matches the codes and the messages with which models refuse a conversation that is longer than they can read. */
const TOO_LONG =
  /context[ _](?:length|window|size)|(?:prompt|input) is too long|input token count|reduce the length of the/i;

/** @internal True when the assistant cannot read a conversation of this length, so that trying again does not help. */
export function isTooLong({
  code,
  context,
  message = "",
}: Partial<NonNullable<RunInfo["error"]>>): boolean {
  // A 413 alone is more often about one large file than about the conversation.
  const isRefused =
    code === "run-error" || (code === "http-status" && (context?.status ?? 0) < 500);
  return isRefused && TOO_LONG.test(`${context?.agentCode} ${message}`);
}

/** Marks of the stack traces of Python, JavaScript, Java, Go and Ruby. */
const STACK_TRACE =
  /Traceback \(most recent|^[ \t]+at .+[:(]|^[ \t]*File ".+", line \d|^goroutine \d|^[ \t]*from .+:\d+:in /m;

/**
 * Marks of text that only the developers of a server understand: classes of errors, files with lines, hosts with ports,
 * addresses with a login, and secrets.
 */
const INTERNALS = [
  /\w(?:Error|Exception)(?=[:(]| at )/,
  /\.(?:c|cs|cpp|go|java|jsx?|kt|mjs|php|py|rb|rs|swift|tsx?):\d/i,
  /\b(?:localhost|(?:\d{1,3}\.){3}\d{1,3}):\d/i,
  /\b[a-z][a-z\d+.-]{1,30}:\/\/[^\s/@]{1,200}@/i,
  /\b(?:password|passwd|secret|token|api[_-]?key)["']? ?[=:] ?\S{4}/i,
];

/** @internal True for text that shows a server's insides. */
export function isInternal(message = ""): boolean {
  return STACK_TRACE.test(message) || INTERNALS.some((pattern) => pattern.test(message));
}

/**
 * @internal Returns the message that an agent sent for the user. Returns the kit's own message when there is none, or
 * when it shows a server's insides.
 */
export function describeServerMessage(message: string | undefined, { errors }: Strings): string {
  if (!message) return errors.other;
  return isWrittenForUsers(message) ? message : errors.server;
}
