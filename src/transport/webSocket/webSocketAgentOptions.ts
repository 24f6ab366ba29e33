import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import type { EventInput, RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentTimeouts } from "../http/httpAgentOptions.ts";

/** The shape of a WebSocket: the browser's, Node's and that of the `ws` package. */
export interface WebSocketLike {
  // The parameters are `never`, because every implementation has its own event classes.
  /** Called when the socket is open. */
  onopen: ((event: never) => void) | null;
  /** Called for each message. */
  onmessage: ((event: never) => void) | null;
  /** Called for an error. */
  onerror: ((event: never) => void) | null;
  /** Called when the socket is closed. */
  onclose: ((event: never) => void) | null;
  /** Sends a text message. */
  send(text: string): void;
  /** Closes the socket. */
  close(code?: number, reason?: string): void;
}

/** A class of WebSockets, such as the global `WebSocket` or that of the `ws` package. */
export interface WebSocketClass {
  /** Opens a socket to an absolute `ws:` or `wss:` URL. */
  new (url: string, protocols?: string[]): WebSocketLike;
}

/** Options of {@link webSocketAgent}. */
export interface WebSocketAgentOptions {
  /**
   * The agent's endpoint; `http:` is read as `ws:`, and in a browser it may be relative to the
   * document. A function is called before every socket with its input, so it can fetch a token: a
   * browser sends no custom headers with a WebSocket.
   */
  readonly url: string | URL | ((input: RunAgentInput) => string | URL | Promise<string | URL>);
  /** The offered subprotocols. @defaultValue none */
  readonly protocols?: readonly string[];
  /**
   * A translator between AG-UI and the server's format, from `agui-kit/dialects`.
   *
   * @defaultValue AG-UI itself
   */
  readonly dialect?: Dialect;
  /**
   * True when the server resumes a run for `{ type: "connect", threadId, runId, cursor? }` instead
   * of an input.
   *
   * @defaultValue `true`; with a dialect, whether the dialect can resume
   */
  readonly canConnect?: boolean;
  /** Replaces the global `WebSocket`, which Node has from version 22 on. */
  readonly WebSocket?: WebSocketClass;
  /**
   * `responseMs` limits the time to the open socket, and `idleMs` the time to the next message. `firstEventMs` and
   * `eventMs` limit the time to the first output and between two events. `endMs` limits the silence after the end of a
   * run whose content is still open. Then a tool of the server has no result yet, or a text is open that the server has
   * started or continued since; otherwise `lingerMs` applies.
   *
   * A silent server can send blank messages or `{ "type": "ping" }`, which are not events; a browser does not expose the
   * pings of the protocol.
   */
  readonly timeouts?: HttpAgentTimeouts;
  /**
   * Time in which a server that leaves the socket open may send more after RUN_FINISHED or
   * RUN_ERROR, in milliseconds. Then the agent closes the socket, and the run is over. A longer
   * `timeouts.endMs` replaces this time while content of the run is still open.
   *
   * @defaultValue `500`
   */
  readonly lingerMs?: number;
  /**
   * Maximum size of one event, in bytes of its JSON. A larger one fails the run.
   *
   * @defaultValue `10_485_760` (10 MiB)
   */
  readonly maxEventBytes?: number;
}

/** Options of {@link WebSocketAgent.send}. */
export interface WebSocketSendOptions {
  /** Id of the thread whose running run receives the frames. */
  readonly threadId: string;
  /**
   * Time in which the server may begin its response on a socket without a run, in milliseconds. After it
   * the response is empty. 0 closes the socket when the frames were sent.
   *
   * @defaultValue `10_000`
   */
  readonly responseMs?: number;
  /** Stops waiting for the response and closes the socket without a run. */
  readonly signal?: AbortSignal;
}

/** The agent of {@link webSocketAgent}. */
export interface WebSocketAgent extends Agent {
  /**
   * Sends frames of the server's own protocol as they are: requests of a dialect that AG-UI does not have.
   *
   * While a run of the thread is running, the frames are sent on its socket, and the server's response is part of the
   * run. Subscribe to it with `useCustomEvent`. The promise then resolves with an empty list. Without a run, the
   * frames are sent on a socket of their own. The promise resolves with the response as events of AG-UI, when the
   * server has closed the socket or has been silent for `lingerMs`.
   *
   * @example A request to the gateway of Arkavo Edge
   * ```ts
   * const events = await agent.send([{ type: "getRoiDashboard" }], { threadId: "t1" });
   * const dashboard = events.find((event) => event.type === "CUSTOM");
   * ```
   * @throws AgentKitError `invalid-argument` when `frames` is not a list of objects; else the errors of a
   * run
   */
  send(frames: readonly object[], options: WebSocketSendOptions): Promise<readonly EventInput[]>;
}
