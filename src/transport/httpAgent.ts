import type { Agent, RunOptions } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import type { EventInput, RunAgentInput } from "../protocol/events.ts";
import { credentialsFor } from "./credentials.ts";
import { decoderFor } from "./decoderFor.ts";
import { failWith, noConnection } from "./failures.ts";
import type { HttpAgentOptions, HttpAgentRoutes } from "./httpAgentOptions.ts";
import { isBelow1 } from "./isBelow1.ts";
import { createLifeline, type Lifeline } from "./lifeline.ts";
import { openBody } from "./openBody.ts";

const ROUTES: readonly (keyof HttpAgentRoutes)[] = ["getCapabilities", "cancel", "getState"];
const DEFAULT_TIMEOUT_MS = 240_000;
const DEFAULT_MAX_EVENT_BYTES = 10 * 1024 * 1024;

/**
 * Makes an agent of an AG-UI endpoint: POSTs the `RunAgentInput` as JSON and reads the events that
 * are streamed back. It does not reconnect, and retries nothing but a 401, once, when `headers`,
 * `credentials`, `body` or the thread's `forwardedProps` are functions: a token may have expired.
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

  const isRefreshable = [options.headers, options.credentials, options.body].some(
    (option) => typeof option === "function",
  );
  const agent: Agent = {
    async *run(input, { signal, onCursor, refreshInput }) {
      const lifeline = createLifeline(place, signal);
      try {
        const exchange = { options, place, lifeline };
        const ask = async (input: RunAgentInput) =>
          request(exchange, await lifeline.wait(downgrade(input)));
        let response = await ask(input);
        if (response.status === 401 && (isRefreshable || refreshInput)) {
          response.body?.cancel().catch(() => {});
          response = await ask(refreshInput ? await lifeline.wait(refreshInput()) : input);
        }
        yield* readEvents(exchange, response, onCursor);
      } catch (error) {
        // Whatever broke because of an abort, the abort is why.
        throw signal.aborted ? signal.reason : error;
      } finally {
        lifeline.detach();
      }
    },
  };
  for (const name of ROUTES) {
    if (!options.routes?.[name]) continue;
    const ask = async (about?: object) =>
      (await import("./routes.ts")).askRoute(options, name, about);
    // Each takes what its member of an agent does, and answers what the server says.
    Object.assign(agent, { [name]: ask });
  }
  return agent;
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
  const { url, fetch = globalThis.fetch, timeouts } = options;
  const [added, body] = await lifeline.wait(
    Promise.all([
      credentialsFor(options, input).catch(failWith("headers", place)),
      createBody(options, input).catch(failWith("body", place)),
    ]),
  );
  const init = { method: "POST", ...added, body, signal };
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
