import type { AgentRunIds } from "../../protocol/agent.ts";
import type { Dialect, DialectRequest } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { ProtobufModule } from "../decoders/streamDecoder.ts";

/** Timeouts for a silent server. 0 means no limit. */
export interface HttpAgentTimeouts {
  /**
   * Time from the request to the status and headers of the response, in milliseconds.
   *
   * @defaultValue `240_000`, less than the five minutes after which Node's fetch fails without a
   * reason
   */
  readonly responseMs?: number;
  /**
   * Time between two chunks of the response, in milliseconds. Every byte counts, including
   * heartbeat comments.
   *
   * @defaultValue `240_000`
   */
  readonly idleMs?: number;
  /**
   * Time from the headers of the response to the first event that shows something: RUN_STARTED,
   * STEP_STARTED, RAW and snapshots do not count. The chat calls a response slow after 20 seconds, or
   * after half of this time or of `eventMs`, whichever is shorter.
   *
   * @defaultValue `240_000`
   */
  readonly firstEventMs?: number;
  /**
   * Time between two events, in milliseconds. Heartbeats do not count, so a server that sends nothing
   * else ends here.
   *
   * @defaultValue `900_000`
   */
  readonly eventMs?: number;
  /**
   * Time that the connection may stay open without an event after the end of the run, in milliseconds. Events without
   * content, such as a repeated state, extend it to three times its length at most.
   * Then the run, or the replay, ends as it would with the connection. Set 0 for a server whose
   * connections also bring the runs that other clients start. Not applied while a tool of the server
   * has no result yet, or a text or reasoning is open that began or continued after RUN_FINISHED.
   *
   * @defaultValue `3_000`
   */
  readonly endMs?: number;
}

/** Routes of the server outside the protocol. They receive the headers and credentials of a run. */
export interface HttpAgentRoutes {
  /**
   * GET: returns the agent's `AgentCapabilities`. The `/info` route of CopilotKit's runtime or Python SDK is read too. The
   * entry is that of its only agent, of the agent in the path of `url`, or of `default`.
   */
  readonly getCapabilities?: string | URL;
  /**
   * POST of `{ threadId, runId }`: cancels a run. The next run waits for the response. A function may
   * return a request of its own.
   *
   * @example The runtime of CopilotKit
   * ```ts
   * const cancel = ({ threadId }: AgentRunIds) => ({ url: `/api/agent/chat/stop/${threadId}`, body: {} });
   * ```
   */
  readonly cancel?: string | URL | ((run: AgentRunIds) => string | URL | DialectRequest);
  /**
   * GET: returns the shared state of a thread. `?threadId=` is added to a URL that is not a function.
   */
  readonly getState?: string | URL | ((thread: Pick<AgentRunIds, "threadId">) => string | URL);
}

/** Run to replay, and the cursor after which its replay starts. */
export interface HttpAgentReplayRequest extends AgentRunIds {
  /** Cursor of the last event that was read; absent to replay from the start. */
  readonly cursor?: string;
}

/** The request for which a `headers` function is called. */
export interface HeadersRequest {
  /** `unauthorized` when the server has responded with 401 to the headers before, else `request`. */
  readonly reason: "request" | "unauthorized";
}

/** Options of {@link httpAgent}. */
export interface HttpAgentOptions {
  /** The agent's endpoint. In a browser it may be relative to the document. */
  readonly url: string | URL;
  /**
   * Headers of every request, which replace those of the agent. A function is called before every
   * request, and again with the reason `unauthorized` when the server responds with 401, so it can fetch
   * a token. It receives the input of a run, and `undefined` for a request to one of the `routes`.
   *
   * @example A cached token that is renewed when the server refuses it
   * ```ts
   * const headers = async (_: unknown, { reason }: HeadersRequest) => ({
   *   Authorization: `Bearer ${await getToken({ refresh: reason === "unauthorized" })}`,
   * });
   * ```
   * @defaultValue none
   */
  readonly headers?:
    | HeadersInit
    | ((
        input: RunAgentInput | undefined,
        request: HeadersRequest,
      ) => HeadersInit | Promise<HeadersInit>);
  /**
   * An object adds top-level fields to the `RunAgentInput` in the request; the fields of the input
   * take precedence. A function returns the whole body instead: a JSON value, or a promise of
   * one.
   *
   * @defaultValue the `RunAgentInput`
   */
  readonly body?: Readonly<Record<string, unknown>> | ((input: RunAgentInput) => unknown);
  /** Replaces the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Sends cookies with the request. A function is called like that of `headers`.
   *
   * @defaultValue the default of `fetch`, `"same-origin"`
   */
  readonly credentials?: RequestCredentials | (() => Promise<RequestCredentials>);
  /**
   * Endpoint that attaches to a running run: the `RunAgentInput` is POSTed there, and the response
   * is read like that of a run. The last position (SSE `id:`) is sent in `Last-Event-ID`, in UTF-8
   * as browsers do; a server of another origin has to allow this header. Replayed events with the
   * id and content of received ones are dropped.
   *
   * 404 and an empty response mean that no run is running. 410 means that the position has expired;
   * then the replay starts at the beginning.
   */
  readonly connectUrl?: string | URL | ((request: HttpAgentReplayRequest) => string | URL);
  /**
   * Like `connectUrl`, for a server that replays sent events to a GET. `?threadId=&runId=` are
   * added to a URL that is not a function; a function may add the position.
   */
  readonly replay?: string | URL | ((request: HttpAgentReplayRequest) => string | URL);
  /**
   * The server's spelling of AG-UI, from `agui-kit/dialects`: its requests, responses, replays,
   * history and cancellation. Options beside it take precedence.
   *
   * @defaultValue AG-UI itself
   */
  readonly dialect?: Dialect;
  /** Other routes of the server. The agent has the methods whose routes are set. */
  readonly routes?: HttpAgentRoutes;
  /** Timeouts for a silent server. */
  readonly timeouts?: HttpAgentTimeouts;
  /**
   * The newest protocol version that the server understands, for example `"0.0.57"` or `"1.0"`.
   * Fields of newer versions are omitted from the input, with one warning that names them.
   *
   * @defaultValue the newest version
   */
  readonly maxProtocolVersion?: string;
  /**
   * Maximum size of one event, in bytes of its JSON or its binary frame. A larger event fails the
   * run before it fills the memory.
   *
   * @defaultValue `10_485_760` (10 MiB)
   */
  readonly maxEventBytes?: number;
  /**
   * The `Accept` header. The response is decoded by its own content type, whatever this header asks for:
   * `text/event-stream`, `application/x-ndjson` (`application/jsonl`), `application/json`, or
   * `application/vnd.ag-ui.event+proto` with the `protobuf` option.
   *
   * @defaultValue `"text/event-stream"`
   */
  readonly accept?: string;
  /**
   * Loads `@ag-ui/proto` (0.0.50 or later), called when a server responds in protobuf. Without the option
   * such a response fails the run with `missing-dependency`.
   *
   * @example A server that responds in protobuf
   * ```ts
   * const agent = httpAgent({
   *   url: "https://example.com/agent",
   *   accept: "application/vnd.ag-ui.event+proto",
   *   protobuf: () => import("@ag-ui/proto"),
   * });
   * ```
   * @defaultValue none
   */
  readonly protobuf?: () => Promise<ProtobufModule>;
}
