import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { callRoute } from "./callRoute.ts";
import { isPre1 } from "./downgradeInput.ts";
import { slowMsOf } from "./eventTimeouts.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { connectAgent, runAgent, streamResponse } from "./runAgent.ts";

/** Methods of an agent that call a route of the server. */
const ROUTES = ["getCapabilities", "cancel", "getState", "history"] as const;

/**
 * Creates an agent for an AG-UI endpoint: POSTs the `RunAgentInput` as JSON and reads the streamed
 * events. It retries only a 401, once, when `headers`, `credentials`, `body` or the thread's
 * `forwardedProps` are functions, because a token may have expired.
 *
 * With `connectUrl` or `replay` the agent can resume a run that is still running, and its thread
 * does so after a broken connection. With a `dialect` it talks to a system that spells AG-UI
 * differently. With `protobuf` it decodes binary responses.
 *
 * A run yields the events that arrived together. It fails with an `AgentKitError` whose `code` is `http-status`,
 * `content-type`, `network`, `timeout`, `event-too-large` or `missing-dependency`. The code is `agent-failed` when an
 * option that is a function throws. Events before a failure are yielded. Aborting the run closes the connection.
 *
 * @example An agent that needs a token
 * ```ts
 * const agent = httpAgent({
 *   url: "https://example.com/agent",
 *   headers: async () => ({ Authorization: `Bearer ${await getToken()}` }),
 * });
 * ```
 * @example Runs that resume after a broken connection
 * ```ts
 * const agent = httpAgent({
 *   url: "/agent",
 *   replay: ({ runId, cursor = "-1" }) => `/agent?runId=${runId}&offset=${cursor}`,
 * });
 * ```
 * @throws AgentKitError `invalid-argument` when an option is invalid
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function httpAgent(options: HttpAgentOptions): Agent {
  checkOptions(options);
  const { connectUrl, replay, dialect, maxProtocolVersion, routes } = options;
  const connectRoute = connectUrl || replay || dialect?.connect;
  const isPlain = !connectRoute && !dialect && !isPre1(maxProtocolVersion);

  const agent: Agent = {
    // The response ends by its own timeouts.
    endMs: 0,
    slowMs: slowMsOf(options.timeouts),
    run: (input, runOptions) =>
      isPlain ? streamResponse(options, input, runOptions) : runAgent(options, input, runOptions),
    ...(connectRoute && {
      connect: (input, connectOptions) => connectAgent(options, input, connectOptions),
    }),
  };
  const supportedRoutes = { ...dialect, ...routes };
  for (const name of ROUTES) {
    if (!supportedRoutes[name]) continue;
    const callOwnRoute = async (subject?: object, callOptions?: object) =>
      callRoute(options, name, subject, callOptions);
    // Each route takes the parameters of its agent method and returns the server's response.
    Object.assign(agent, { [name]: callOwnRoute });
  }
  return agent;
}

/** Advice for an invalid value, by option. */
const adviceByOption = {
  url: "Pass the URL of the agent",
  maxEventBytes: "Pass a number of bytes above 0",
  timeouts: "Pass milliseconds of at least 0",
  maxProtocolVersion: 'Pass a version such as "0.0.57" or "1.0"',
  replay: "Pass either `connectUrl` or `replay`",
} as const;

function checkOptions(options: HttpAgentOptions): void {
  const { url, maxEventBytes = 1, maxProtocolVersion = "1.0", timeouts } = options;
  const { connectUrl, replay } = options;
  const isTimeoutValid = Object.values({ ...timeouts }).every((ms) => ms === undefined || ms >= 0);
  const fault =
    (!url && "url") ||
    (!(maxEventBytes > 0) && "maxEventBytes") ||
    (!isTimeoutValid && "timeouts") ||
    (!/^\d+(\.\d+){0,2}$/.test(maxProtocolVersion) && "maxProtocolVersion") ||
    (connectUrl && replay && "replay");
  if (fault) {
    throw new AgentKitError(
      "invalid-argument",
      `httpAgent cannot use ${JSON.stringify(options[fault])} as \`${fault}\`. ${adviceByOption[fault]}.`,
    );
  }
}
