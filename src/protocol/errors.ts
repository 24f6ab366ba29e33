import { isRecord } from "./isRecord.ts";
/** Stable code of every failure in this package, to switch on. */
export type AgentKitErrorCode =
  /** A hook is used outside the provider that it needs. */
  | "missing-provider"
  /** An option or an argument is invalid. */
  | "invalid-argument"
  /** A run is started on a thread that is running. */
  | "thread-busy"
  /** A disposed thread is used. */
  | "thread-disposed"
  /** A message is sent while interrupts are open, on a thread that requires answers first. */
  | "interrupts-open"
  /** The server answered with an HTTP status outside 2xx; `status` and `body` contain details. */
  | "http-status"
  /** The response is not an event stream, for example a login page. */
  | "content-type"
  /** The request or the stream failed below HTTP: refused, reset, DNS, CORS. */
  | "network"
  /** Nothing arrived within the timeout. */
  | "timeout"
  /** An event is larger than `maxEventBytes`. */
  | "event-too-large"
  /**
   * The stream cannot be read as events: too many malformed frames, or a binary WebSocket message.
   */
  | "malformed-stream"
  /**
   * An optional module is missing: the `protobuf` option for a protobuf response, or a WebSocket
   * class.
   */
  | "missing-dependency"
  /** A lazily loaded part of this package could not be loaded. */
  | "load-failed"
  /** The stream ended without RUN_FINISHED or RUN_ERROR. */
  | "incomplete-stream"
  /** The agent reported a failure with RUN_ERROR. */
  | "run-error"
  /** The stream violated the protocol, in strict mode. */
  | "protocol-violation"
  /** A value from the agent does not match the schema that the application declared for it. */
  | "schema-mismatch"
  /**
   * Persisted threads cannot be read or written: quota, blocked, damaged, or written by a newer
   * version.
   */
  | "storage"
  /** The agent, or a function passed as an option of it, threw. */
  | "agent-failed";

/** Details of a failure, each present where it applies. */
export interface AgentKitErrorContext {
  /** HTTP status code. */
  readonly status?: number;
  /**
   * The beginning of the response body, at most 2,000 characters. With the code `run-error`: of the text that the server
   * sent instead of RUN_ERROR, and did not write for the user.
   */
  readonly body?: string;
  /** URL of the request, without its query. */
  readonly url?: string;
  /** Media type of the response. */
  readonly contentType?: string;
  /** The code in RUN_ERROR. */
  readonly agentCode?: string;
  /** Delay that the server requests before a retry, in milliseconds (`Retry-After`). */
  readonly retryAfterMs?: number;
  /** The timeout that expired, in milliseconds. */
  readonly timeoutMs?: number;
  /** The size limit that was exceeded, in bytes. */
  readonly maxEventBytes?: number;
}

/** Details and cause of an {@link AgentKitError}. */
export interface AgentKitErrorOptions extends AgentKitErrorContext {
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * The error class of this package. The message says what failed, why, and what to do. A failure of
 * a server is never thrown at the caller: it is in `snapshot.run.error` and in the result of
 * `run()`.
 *
 * @example Handling an expired session
 * ```ts
 * const { error } = await thread.send("Hi");
 * if (error?.code === "http-status" && error.context.status === 401) signIn();
 * ```
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export class AgentKitError extends Error {
  /** Always `"AgentKitError"`. */
  override readonly name = "AgentKitError";
  /** Identifies the failure. */
  readonly code: AgentKitErrorCode;
  /** Details of the failure. */
  readonly context: AgentKitErrorContext;

  constructor(code: AgentKitErrorCode, message: string, options: AgentKitErrorOptions = {}) {
    const { cause, ...context } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.context = context;
  }
}

/**
 * Returns the sentence of an error: a text, or the `message`, `msg`, `detail`, `error` or `reason` of an object. Of a
 * list, such as the `detail` of FastAPI, the first.
 */
export function readError(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  if (Array.isArray(error)) return firstError(error);
  if (!isRecord(error)) return undefined;
  const { message, msg, detail, reason, error: inner } = error;
  return firstError([message, msg, detail, inner, reason]);
}

/** Returns the sentence of the first error that has one. An empty text is used only when there is no other. */
function firstError(errors: readonly unknown[]): string | undefined {
  const texts = errors.map(readError).filter((text) => text !== undefined);
  return texts.find((text) => text !== "") ?? texts[0];
}

/** Text of an `error` field that means that there is none. */
const NO_ERROR = /^(?:none|no error|null|ok)?$/i;

/**
 * True for the value of an `error` field that means that there is none: `null`, `false`, `0`, `""`, `"none"`, `{}` and
 * `[]`, and an object or a list of nothing else, such as `{ code: 0, message: "" }`.
 */
export function meansNoError(error: unknown): boolean {
  const values = typeof error === "object" && error !== null ? Object.values(error) : [error];
  return values.every(isNoError);
}

function isNoError(value: unknown): boolean {
  if (typeof value === "string") return NO_ERROR.test(value.trim());
  return typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;
}
