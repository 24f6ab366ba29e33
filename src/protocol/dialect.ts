import type { EventInput, Interrupt, Message, RunAgentInput } from "./events.ts";

/** Messages of an input that a fork has from its source thread. */
export interface ForkInfo {
  /**
   * Ids of the messages that a fork has from its source thread. An agent that stores conversations
   * itself has not received them in this thread. Absent when there are none.
   */
  readonly inheritedIds?: readonly string[];
}

/** A request in a dialect. Relative URLs are resolved against the agent's `url`. */
export interface DialectRequest {
  /** URL of the request. @defaultValue the agent's `url` */
  readonly url?: string;
  /** HTTP method. @defaultValue `"POST"` */
  readonly method?: "GET" | "POST";
  /** Headers added to those of the agent, which take precedence. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON value of the body. */
  readonly body?: unknown;
}

/** A received frame: its JSON value and the fields of its Server-Sent Event. */
export interface DialectFrame {
  /** The parsed JSON, or the text when it is not JSON. */
  readonly data: unknown;
  /** The `event:` of an SSE frame. */
  readonly event?: string;
  /** The `id:` of an SSE frame. */
  readonly id?: string;
}

/** The request whose response a reader translates. */
export interface DialectExchange {
  /** Input of the run, or of the connection for a replay. */
  readonly input: RunAgentInput;
  /** True when the response replays earlier events instead of a new run. */
  readonly isReplay: boolean;
  /** Position after which the replay starts; absent for a replay from the start. */
  readonly cursor?: string;
  /** Reports a position that is part of the data, while its frame is read. */
  readonly onCursor: (cursor: string) => void;
}

/** Translator of one response. Stateful: a dialect creates one per response. */
export interface DialectReader {
  /** Returns the AG-UI events of a frame, in order; none for a frame without meaning. */
  push(frame: DialectFrame): readonly EventInput[];
  /** Returns the events that follow from a complete response. It is not called for a broken one. */
  end(): readonly EventInput[];
  /** Returns the last events of a run that the client stops, such as the end of an indicator. @defaultValue none */
  stop?(): readonly EventInput[];
}

/** Run or thread to resume, and the position from which. */
export interface DialectPosition {
  /** Input that names the thread and the run, as for `Agent.connect`. */
  readonly input: RunAgentInput;
  /** The last position that was read; absent to replay from the start. */
  readonly cursor?: string;
}

/** A page of a thread's messages. */
export interface HistoryPage {
  /** Messages in the order of the conversation. */
  readonly messages: readonly Message[];
  /** Cursor of the page before; absent for the first messages of the thread. */
  readonly olderCursor?: string;
  /**
   * Id of the running run, for a connection to it; `null` when none is running. Absent when the
   * server does not say.
   */
  readonly activeRunId?: string | null;
  /** Interrupts that await an answer, when the server reports them. */
  readonly interrupts?: readonly Interrupt[];
  /** Id of the run that requested `interrupts`. @defaultValue a new id */
  readonly interruptedRunId?: string;
}

/** A request for a page of a thread's messages. */
export interface HistoryRequest {
  /** Id of the thread. */
  readonly threadId: string;
  /** The `olderCursor` of a page; absent for the latest page. */
  readonly cursor?: string;
}

/**
 * Another system's spelling of AG-UI: converts requests to it, and responses from it to AG-UI 1.0
 * events. A dialect is data and pure functions; the transport sends the requests.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export interface Dialect {
  /** The name that `detectDialect` returns: `"tanstack"`, `"awaken"`. */
  readonly name: string;
  /** Returns the request of a run. @defaultValue a POST of the `RunAgentInput` */
  request?(input: RunAgentInput, fork?: ForkInfo): DialectRequest;
  /** Returns the first frames of a run on a WebSocket. @defaultValue the `RunAgentInput` */
  frames?(input: RunAgentInput, fork?: ForkInfo): readonly unknown[];
  /**
   * Returns the frames that resume a run on a WebSocket. Without it a WebSocket cannot be resumed.
   */
  connectFrames?(position: DialectPosition): readonly unknown[];
  /** Returns the frames that stop an unfinished run on a WebSocket. */
  stopFrames?(input: RunAgentInput): readonly unknown[];
  /** Creates the reader of one response. */
  read(exchange: DialectExchange): DialectReader;
  /**
   * Returns the request that attaches to a run or replays a thread. With `pollMs`, an ended replay
   * of an unfinished run is requested again.
   */
  connect?(position: DialectPosition): DialectRequest;
  /** Delay before an ended replay of an unfinished run is requested again, in milliseconds. */
  readonly pollMs?: number;
  /**
   * HTTP status with which the server responds to `connect` when it stores nothing to replay. It counts like 404
   * unless the connection continues after a cursor, which only a server with a store has given.
   *
   * @defaultValue only 404
   */
  readonly noReplayStatus?: number;
  /** Returns the request that cancels a run. */
  cancel?(run: { readonly threadId: string; readonly runId: string }): DialectRequest;
  /** Requests for the stored messages of a thread. */
  readonly history?: {
    /** Returns the request for a page. */
    request(page: HistoryRequest): DialectRequest;
    /** Converts the JSON of a response to a page. */
    read(response: unknown): HistoryPage;
  };
}
