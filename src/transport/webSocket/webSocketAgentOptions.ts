import type { Dialect } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentTimeouts } from "../http/httpAgentOptions.ts";

/** What a WebSocket looks like to this package: the browser's, Node's and that of the `ws` package. */
export interface WebSocketLike {
  // `never`, because every kind has its own classes of events.
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** How to reach an agent over a WebSocket. */
export interface WebSocketAgentOptions {
  /**
   * The agent's endpoint; `http:` is read as `ws:`, and in a browser it may be relative to the page. A
   * function is asked before every socket with the input it is for, and may take its time to fetch a
   * token: a browser sends no headers of ours with a WebSocket.
   */
  readonly url: string | URL | ((input: RunAgentInput) => string | URL | Promise<string | URL>);
  /** The subprotocols that are offered. @defaultValue none */
  readonly protocols?: readonly string[];
  /**
   * How the server spells AG-UI, from `agui-kit/dialects`.
   *
   * @defaultValue AG-UI itself
   */
  readonly dialect?: Dialect;
  /**
   * Whether the server takes a run up again when it is sent
   * `{ type: "connect", threadId, runId, cursor? }` in place of an input.
   *
   * @defaultValue `true`; with a dialect what the dialect can do
   */
  readonly canConnect?: boolean;
  /** Stands in for the global `WebSocket`, which Node has from version 22 on. */
  readonly WebSocket?: new (
    url: string,
    protocols?: string[],
  ) => WebSocketLike;
  /**
   * `responseMs` is waited for the open socket, `idleMs` for the next message. A server that says
   * nothing for longer can send blank messages; a page does not see the pings of the protocol.
   */
  readonly timeouts?: HttpAgentTimeouts;
  /**
   * How long a server that leaves the socket open may say more after RUN_FINISHED or RUN_ERROR, in
   * milliseconds. Then the agent closes it, and the run is over.
   *
   * @defaultValue `500`
   */
  readonly lingerMs?: number;
  /**
   * How large one event may be, in bytes of its JSON. A larger one fails the run.
   *
   * @defaultValue `10_485_760` (10 MiB)
   */
  readonly maxEventBytes?: number;
}
