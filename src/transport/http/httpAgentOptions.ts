import type { AgentRunIds } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { ProtobufModule } from "../decoders/streamDecoder.ts";

/** How long to wait for a silent server. 0 waits for ever. */
export interface HttpAgentTimeouts {
  /**
   * From the request to the answer's status and headers, in milliseconds.
   *
   * @defaultValue `240_000`, below the five minutes after which Node's fetch gives up with an error
   * that does not say why
   */
  readonly responseMs?: number;
  /**
   * Between two pieces of the answer, in milliseconds. Every byte is a sign of life, heartbeat
   * comments too.
   *
   * @defaultValue `240_000`
   */
  readonly idleMs?: number;
}

/**
 * Where a server answers what the protocol has no word for. They get the headers and credentials of a
 * run.
 */
export interface HttpAgentRoutes {
  /** GET: what the agent can do, as `AgentCapabilities`. */
  readonly getCapabilities?: string | URL;
  /** POST of `{ threadId, runId }`: gives a run up. */
  readonly cancel?: string | URL | ((run: AgentRunIds) => string | URL);
  /** GET: the shared state of a thread. `?threadId=` is added to an address that is no function. */
  readonly getState?: string | URL | ((thread: Pick<AgentRunIds, "threadId">) => string | URL);
}

/** Which run is to be taken up, and where. */
export interface HttpAgentPosition extends AgentRunIds {
  /** The last position that was read; absent to hear all of it from the start. */
  readonly cursor?: string;
}

/** How to reach an agent over HTTP. */
export interface HttpAgentOptions {
  /** The agent's endpoint. In a browser it may be relative to the page. */
  readonly url: string | URL;
  /**
   * Added to every request; they win over what this agent sends itself. A function is asked before
   * every request, and once more when the server answers 401, and may take its time to fetch a token.
   * It gets the input of a run, and `undefined` for a request to one of the `routes`.
   */
  readonly headers?:
    | HeadersInit
    | ((input: RunAgentInput | undefined) => HeadersInit | Promise<HeadersInit>);
  /**
   * An object adds top-level fields to the `RunAgentInput` that is sent; the input's own fields
   * win. A function makes the whole body instead: any JSON value, or a promise of one.
   */
  readonly body?: Readonly<Record<string, unknown>> | ((input: RunAgentInput) => unknown);
  /** Stands in for the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /**
   * Whether cookies go with the request. A function is asked as that of `headers` is.
   *
   * @defaultValue what `fetch` does: `"same-origin"`
   */
  readonly credentials?: RequestCredentials | (() => Promise<RequestCredentials>);
  /**
   * Where a run that goes on is attached to: the `RunAgentInput` is POSTed there, and the answer is read
   * as that of a run. After a position, where the wire has any (SSE `id:`), it is named in
   * `Last-Event-ID`, in UTF-8 as browsers do: a header that a server of another origin has to allow. What
   * a server tells again nevertheless is left out where its ids tell that it is the same.
   *
   * 404 and an empty answer mean that there is nothing to attach to. 410 means that the position is not
   * kept any more, and asks once more from the start.
   */
  readonly connectUrl?: string | URL | ((position: HttpAgentPosition) => string | URL);
  /**
   * As `connectUrl`, for a server that replays what it has sent to a GET. `?threadId=&runId=` are added
   * to an address that is no function; a function may put the position into it.
   */
  readonly replay?: string | URL | ((position: HttpAgentPosition) => string | URL);
  /**
   * How the server spells AG-UI, from `agui-kit/dialects`. Its requests, its answers, its replays, its
   * history and its way to cancel are the dialect's; what is set beside it here wins.
   *
   * @defaultValue AG-UI itself
   */
  readonly dialect?: Dialect;
  /** What else the server answers. Without a route the agent cannot do it. */
  readonly routes?: HttpAgentRoutes;
  readonly timeouts?: HttpAgentTimeouts;
  /**
   * The newest version the server understands, as `"0.0.57"` or `"1.0"`. What it would not
   * understand is left out of the input, with one warning that names it.
   *
   * @defaultValue the newest
   */
  readonly maxProtocolVersion?: string;
  /**
   * How large one event may be, in bytes of its JSON or its binary frame. A larger one fails the
   * run before it fills the memory.
   *
   * @defaultValue `10_485_760` (10 MiB)
   */
  readonly maxEventBytes?: number;
  /**
   * The `Accept` header. The answer is decoded by its own content type, whatever this header asks for:
   * `text/event-stream`, `application/x-ndjson` (`application/jsonl`), `application/json`, or
   * `application/vnd.ag-ui.event+proto` with the `protobuf` option.
   *
   * @defaultValue `"text/event-stream"`
   */
  readonly accept?: string;
  /**
   * Loads `@ag-ui/proto` (0.0.50 or later), called when a server answers in protobuf. Without the option
   * such an answer fails the run with `missing-dependency`.
   *
   * @example A server that answers in protobuf
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
