/** Every way this package fails, as a stable code to switch on. */
export type AgentKitErrorCode =
  /** A hook was used outside the provider it needs. */
  | "missing-provider"
  /** An option or argument a program passed cannot work. */
  | "invalid-argument"
  /** A run was started on a thread that is still running, or on one that was disposed. */
  | "thread-busy"
  | "thread-disposed"
  /** A message was sent while interrupts are open, on a thread that wants them answered first. */
  | "interrupts-open"
  /** The server answered with an HTTP status outside 2xx; `status` and `body` say more. */
  | "http-status"
  /** The server answered with something that is not an event stream, a login page for instance. */
  | "content-type"
  /** The request or the stream failed below HTTP: refused, reset, DNS, CORS. */
  | "network"
  /** Nothing arrived for longer than the timeout allows. */
  | "timeout"
  /** One event was larger than `maxEventBytes`. */
  | "event-too-large"
  /** The stream cannot be read as events: too many broken frames, a damaged binary frame. */
  | "malformed-stream"
  /** A protobuf answer arrived and `@ag-ui/proto` is not installed. */
  | "missing-dependency"
  /** A part of this package that loads when it is needed could not be loaded. */
  | "load-failed"
  /** The stream ended without RUN_FINISHED or RUN_ERROR. */
  | "incomplete-stream"
  /** The agent reported the failure itself, with RUN_ERROR. */
  | "run-error"
  /** In strict mode: the stream broke a rule of the protocol. */
  | "protocol-violation"
  /** A value the agent sent does not fit the schema that the page has for it. */
  | "schema-mismatch"
  /** What is kept of threads could not be read or written: no room, blocked, damaged, of a newer version. */
  | "storage"
  /** The agent's own code threw. */
  | "agent-failed";

/** Facts about a failure, each present where it applies. */
export interface AgentKitErrorContext {
  /** HTTP status code. */
  readonly status?: number;
  /** The beginning of the response body, at most 2,000 characters. */
  readonly body?: string;
  readonly url?: string;
  readonly contentType?: string;
  /** The code a RUN_ERROR carried. */
  readonly agentCode?: string;
  /** How long the server wants to be left alone, in milliseconds: the `Retry-After` of its answer. */
  readonly retryAfterMs?: number;
  /** How long was waited, in milliseconds. */
  readonly timeoutMs?: number;
  /** How large the offending event was allowed to be, in bytes. */
  readonly maxEventBytes?: number;
}

export interface AgentKitErrorOptions extends AgentKitErrorContext {
  readonly cause?: unknown;
}

/**
 * The one error class of this package. `code` says which failure it is; the message says what
 * happened, why it matters and what to do next. What a server does wrong is never thrown at the
 * caller: it is found in `snapshot.run.error` and in the result of `run()`.
 *
 * @example Telling failures apart
 * ```ts
 * const { error } = await thread.send("Hi");
 * if (error?.code === "http-status" && error.context.status === 401) signIn();
 * ```
 */
export class AgentKitError extends Error {
  override readonly name = "AgentKitError";
  readonly code: AgentKitErrorCode;
  readonly context: AgentKitErrorContext;

  constructor(code: AgentKitErrorCode, message: string, options: AgentKitErrorOptions = {}) {
    const { cause, ...context } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.context = context;
  }
}
