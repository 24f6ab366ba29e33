import type { EventInput, Interrupt, Message, RunAgentInput } from "./events.ts";

/** Where the messages of an input come from. */
export interface Lineage {
  /**
   * Those of a fork that come from the thread it was made of: an agent that keeps conversations by itself
   * has not heard them in this one. Absent where there are none.
   */
  readonly inheritedIds?: readonly string[];
}

/** A request that a dialect wants sent, relative addresses resolved against the agent's `url`. */
export interface DialectRequest {
  /** @defaultValue the agent's `url` */
  readonly url?: string;
  /** @defaultValue `"POST"` */
  readonly method?: "GET" | "POST";
  /** Sent in addition to the agent's own, which win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** One frame off the wire: its JSON value, and what Server-Sent Events say beside it. */
export interface DialectFrame {
  /** The parsed JSON; the text itself where it is none. */
  readonly data: unknown;
  /** The `event:` of an SSE frame. */
  readonly event?: string;
  /** The `id:` of an SSE frame. */
  readonly id?: string;
}

/** What a reader is told of the exchange whose answer it reads. */
export interface DialectExchange {
  readonly input: RunAgentInput;
  /** Whether the answer replays what was said before, in place of a new run. */
  readonly isReplay: boolean;
  /** Where the replay was asked to go on; absent from the start. */
  readonly cursor?: string;
  /** To be called with a position that is hidden in the data, as the frame is read. */
  readonly onCursor: (cursor: string) => void;
}

/** Translates one answer. It remembers the stream: a dialect makes one for each. */
export interface DialectReader {
  /** The AG-UI events that a frame amounts to, in their order; none for a frame that says nothing. */
  push(frame: DialectFrame): readonly EventInput[];
  /** The events that follow from the end of a whole answer. A broken one has no end. */
  end(): readonly EventInput[];
}

/** Where a run or a thread is to be taken up. */
export interface DialectPosition {
  readonly input: RunAgentInput;
  /** The last position that was read; absent to replay from the start. */
  readonly cursor?: string;
}

/** One page of a thread's history, the older the later it is asked for. */
export interface HistoryPage {
  /** In the order of the conversation. */
  readonly messages: readonly Message[];
  /** Where older ones begin; absent when these are the first. */
  readonly olderCursor?: string;
  /**
   * The run that goes on in the thread, to be attached to by that id; `null` when none does. Absent where
   * the history does not say.
   */
  readonly activeRunId?: string | null;
  /** What the agent waits for, where the history says so. */
  readonly interrupts?: readonly Interrupt[];
  /** The run that has asked for these. @defaultValue a new id */
  readonly interruptedRunId?: string;
}

/** What is asked of a history. */
export interface HistoryRequest {
  readonly threadId: string;
  /** The `olderCursor` of a page; absent for the latest page. */
  readonly cursor?: string;
}

/**
 * How another system spells AG-UI: how its requests are written, and how its answers read as AG-UI 1.0
 * events. A dialect is data and pure functions; the transport does the sending.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export interface Dialect {
  /** As `detectDialect` names it: `"tanstack"`, `"awaken"`. */
  readonly name: string;
  /** The request of a run. @defaultValue a POST of the `RunAgentInput` */
  request?(input: RunAgentInput, lineage?: Lineage): DialectRequest;
  /** What opens a run on a WebSocket, in place of the `RunAgentInput`. */
  frames?(input: RunAgentInput, lineage?: Lineage): readonly unknown[];
  /** What takes a run up on a WebSocket. Without it a dialect cannot do that there. */
  connectFrames?(position: DialectPosition): readonly unknown[];
  /** What ends a run on a WebSocket before it has ended. */
  stopFrames?(input: RunAgentInput): readonly unknown[];
  /** Makes the reader of one answer. */
  read(exchange: DialectExchange): DialectReader;
  /**
   * The request that attaches to a run or replays a thread. A system whose replays are pages that end
   * asks again with `pollMs`.
   */
  connect?(position: DialectPosition): DialectRequest;
  /** How long to wait before an ended replay of an unfinished run is asked for again, in milliseconds. */
  readonly pollMs?: number;
  /** The request that gives a run up. */
  cancel?(run: { readonly threadId: string; readonly runId: string }): DialectRequest;
  /** Where a thread's messages are kept, and how they read. */
  readonly history?: {
    request(page: HistoryRequest): DialectRequest;
    read(answer: unknown): HistoryPage;
  };
}
