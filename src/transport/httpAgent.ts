import type { Agent, RunOptions } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { decoderFor } from "./decoderFor.ts";
import { failWith, noConnection } from "./failures.ts";
import { isBelow1 } from "./isBelow1.ts";
import { createLifeline, type Lifeline } from "./lifeline.ts";
import { openBody } from "./openBody.ts";

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

/** How to reach an agent over HTTP. */
export interface HttpAgentOptions {
  /** The agent's endpoint. In a browser it may be relative to the page. */
  readonly url: string | URL;
  /**
   * Added to every request; they win over what this agent sends itself. A function is asked before
   * every run, and may take its time to fetch a token.
   */
  readonly headers?: HeadersInit | ((input: RunAgentInput) => HeadersInit | Promise<HeadersInit>);
  /**
   * An object adds top-level fields to the `RunAgentInput` that is sent; the input's own fields
   * win. A function makes the whole body instead: any JSON value, or a promise of one.
   */
  readonly body?: Readonly<Record<string, unknown>> | ((input: RunAgentInput) => unknown);
  /** Stands in for the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Whether cookies go with the request. @defaultValue what `fetch` does: `"same-origin"` */
  readonly credentials?: RequestCredentials;
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
   * The `Accept` header. The answer is read by its own content type whatever this says:
   * `text/event-stream`, `application/x-ndjson` (`application/jsonl`), `application/json`, or
   * `application/vnd.ag-ui.event+proto` with `@ag-ui/proto` installed.
   *
   * @defaultValue `"text/event-stream"`
   */
  readonly accept?: string;
}

const DEFAULT_TIMEOUT_MS = 240_000;
const DEFAULT_MAX_EVENT_BYTES = 10 * 1024 * 1024;

/**
 * Makes an agent of an AG-UI endpoint: POSTs the `RunAgentInput` as JSON and reads the events that
 * are streamed back. It does not retry and does not reconnect.
 *
 * A run yields the events of one network chunk together, and fails with an `AgentKitError` whose
 * `code` is `http-status`, `content-type`, `network`, `timeout`, `event-too-large`,
 * `missing-dependency` or, when `headers` or `body` throw, `agent-failed`.
 * What arrived before a failure has been yielded by then. Aborting the run closes the connection.
 *
 * @example An agent that needs a token
 * ```ts
 * const agent = httpAgent({
 *   url: "https://example.com/agent",
 *   headers: async () => ({ Authorization: `Bearer ${await getToken()}` }),
 * });
 * ```
 * @throws AgentKitError `invalid-argument` when an option cannot work.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkOptions(options);
  const place = String(options.url).replace(/[?#].*$/, "");
  let hasWarned = false;

  async function downgrade(input: RunAgentInput): Promise<RunAgentInput> {
    const { maxProtocolVersion } = options;
    if (!isBelow1(maxProtocolVersion)) return input;
    // Loaded here, because few agents have an older server behind them.
    const { downgradeInput, warnOfLoss } = await import("./downgrade.ts");
    const { input: older, lost } = downgradeInput(input, maxProtocolVersion);
    if (lost.length > 0 && !hasWarned) {
      hasWarned = true;
      warnOfLoss(place, lost, maxProtocolVersion);
    }
    return older;
  }

  return {
    async *run(input, { signal, onCursor }) {
      const lifeline = createLifeline(place, signal);
      try {
        const exchange = { options, place, lifeline };
        const response = await request(exchange, await lifeline.wait(downgrade(input)));
        yield* readEvents(exchange, response, onCursor);
      } catch (error) {
        // Whatever broke because of an abort, the abort is why.
        throw signal.aborted ? signal.reason : error;
      } finally {
        lifeline.detach();
      }
    },
  };
}

function checkOptions(options: HttpAgentOptions): void {
  const { url, maxEventBytes = 1, maxProtocolVersion = "1.0", timeouts } = options;
  const { responseMs = 0, idleMs = 0 } = timeouts ?? {};
  const fault =
    (!url && "url") ||
    (!(maxEventBytes > 0) && "maxEventBytes") ||
    (!(responseMs >= 0 && idleMs >= 0) && "timeouts") ||
    (!/^\d+(\.\d+){0,2}$/.test(maxProtocolVersion) && "maxProtocolVersion");
  if (fault) {
    throw new AgentKitError(
      "invalid-argument",
      `httpAgent cannot work with this ${fault}: ${JSON.stringify(options[fault])}.`,
    );
  }
}

interface Exchange {
  readonly options: HttpAgentOptions;
  /** For messages: the url without its query, which may hold a key. */
  readonly place: string;
  readonly lifeline: Lifeline;
}

async function request(
  { options, place, lifeline }: Exchange,
  input: RunAgentInput,
): Promise<Response> {
  const { signal } = lifeline;
  const { url, fetch = globalThis.fetch, credentials, timeouts } = options;
  const [headers, body] = await lifeline.wait(
    Promise.all([
      createHeaders(options, input).catch(failWith("headers", place)),
      createBody(options, input).catch(failWith("body", place)),
    ]),
  );
  const init = { method: "POST", headers, body, signal, ...(credentials && { credentials }) };
  // Called as a plain function: a browser's own fetch refuses to be a method of something else.
  const answer = (async () => fetch(String(url), init))();
  // A fetch that does not listen to the signal may answer when nobody waits any more.
  answer.then(
    (late) => {
      if (signal.aborted) late.body?.cancel().catch(() => {});
    },
    () => {},
  );
  try {
    return await lifeline.wait(answer, timeouts?.responseMs ?? DEFAULT_TIMEOUT_MS);
  } catch (cause) {
    throw noConnection(place, cause, false);
  }
}

async function createHeaders(
  { headers, accept = "text/event-stream" }: HttpAgentOptions,
  input: RunAgentInput,
): Promise<Headers> {
  const own = new Headers({ accept, "content-type": "application/json" });
  const added = new Headers(typeof headers === "function" ? await headers(input) : headers);
  added.forEach((value, name) => {
    own.set(name, value);
  });
  return own;
}

async function createBody({ body }: HttpAgentOptions, input: RunAgentInput): Promise<string> {
  return JSON.stringify(typeof body === "function" ? await body(input) : { ...body, ...input });
}

async function* readEvents(
  { options, place, lifeline }: Exchange,
  response: Response,
  onCursor: RunOptions["onCursor"],
): AsyncGenerator<readonly EventInput[], void, undefined> {
  const { timeouts, maxEventBytes = DEFAULT_MAX_EVENT_BYTES } = options;
  const body = openBody(response, place, timeouts?.idleMs ?? DEFAULT_TIMEOUT_MS, lifeline);
  try {
    if (!response.ok)
      throw await (await import("./badAnswers.ts")).badStatus(place, response, body);
    const answer = { place, response };
    const decoder = await lifeline.wait(decoderFor(answer, { maxEventBytes, onCursor }));
    for (;;) {
      const bytes = await body.read();
      const frames: unknown[] = [];
      const failure = bytes ? decoder.push(bytes, frames) : decoder.end(frames);
      // Unchecked on purpose: the run loop passes whatever an agent yields through
      // canonicalEvents(), which counts and reports the frames that are no events.
      if (frames.length > 0) yield frames as EventInput[];
      if (failure) throw failure;
      if (!bytes) return;
    }
  } finally {
    body.cancel();
  }
}
