import type { Agent, ConnectOptions } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { isPre1 } from "./isBelow1.ts";
import { redactUrl } from "./redactUrl.ts";
import { streamRun } from "./streamRun.ts";
import { networkError } from "./transportErrors.ts";

const ROUTES = ["getCapabilities", "cancel", "getState", "history"] as const;

/**
 * Makes an agent of an AG-UI endpoint: POSTs the `RunAgentInput` as JSON and reads the events that
 * are streamed back. It retries nothing but a 401, once, when `headers`, `credentials`, `body` or the
 * thread's `forwardedProps` are functions: a token may have expired.
 *
 * With `connectUrl` or `replay` it can take a run up again that goes on without it, and then its
 * thread does so when a connection breaks. With a `dialect` it talks to a system that spells AG-UI
 * in its own way.
 *
 * A run yields together the events that have arrived by then, and fails with an `AgentKitError` whose
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
 * @example Runs that are taken up where the connection broke
 * ```ts
 * const agent = httpAgent({
 *   url: "/agent",
 *   replay: ({ runId, cursor = "-1" }) => `/agent?runId=${runId}&offset=${cursor}`,
 * });
 * ```
 * @throws AgentKitError `invalid-argument` when an option cannot work.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkOptions(options);
  const { url, connectUrl, replay, dialect, maxProtocolVersion, routes } = options;
  // What few agents do is loaded when one does: before its first request, so that it is there when
  // the connection is not.
  const late = (name: "run" | "connect") =>
    async function* (input: RunAgentInput, given: ConnectOptions) {
      const parts = await import("./resumableRun.ts").catch((cause) => {
        throw networkError(redactUrl(url), cause, false);
      });
      yield* parts[name](options, input, given);
    };
  const canConnect = connectUrl || replay || dialect?.connect;
  const isSpecial = canConnect || dialect || isPre1(maxProtocolVersion);

  const agent: Agent = {
    run: isSpecial ? late("run") : (input, given) => streamRun(options, input, given),
    ...(canConnect && { connect: late("connect") }),
  };
  const answered = { ...dialect, ...routes };
  for (const name of ROUTES) {
    if (!answered[name]) continue;
    const ask = async (about?: object, given?: object) =>
      (await import("./agentRoutes.ts")).callRoute(options, name, about, given);
    // Each takes what its member of an agent does, and answers what the server says.
    Object.assign(agent, { [name]: ask });
  }
  return agent;
}

function checkOptions(options: HttpAgentOptions): void {
  const { url, maxEventBytes = 1, maxProtocolVersion = "1.0", timeouts } = options;
  const { connectUrl, replay } = options;
  const { responseMs = 0, idleMs = 0 } = timeouts ?? {};
  const fault =
    (!url && "url") ||
    (!(maxEventBytes > 0) && "maxEventBytes") ||
    (!(responseMs >= 0 && idleMs >= 0) && "timeouts") ||
    (!/^\d+(\.\d+){0,2}$/.test(maxProtocolVersion) && "maxProtocolVersion") ||
    (connectUrl && replay && "replay");
  if (fault) {
    throw new AgentKitError(
      "invalid-argument",
      `httpAgent cannot work with this ${fault}: ${JSON.stringify(options[fault])}.`,
    );
  }
}
