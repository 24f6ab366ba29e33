import type { Agent } from "../../protocol/agent.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { callRoute } from "./agentRoutes.ts";
import { isPre1 } from "./downgradeInput.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { connect, run } from "./resumableRun.ts";
import { streamRun } from "./streamRun.ts";

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
  const { connectUrl, replay, dialect, maxProtocolVersion, routes } = options;
  const canConnect = connectUrl || replay || dialect?.connect;
  const isPlain = !canConnect && !dialect && !isPre1(maxProtocolVersion);

  const agent: Agent = {
    run: (input, runOptions) =>
      isPlain ? streamRun(options, input, runOptions) : run(options, input, runOptions),
    ...(canConnect && {
      connect: (input, connectOptions) => connect(options, input, connectOptions),
    }),
  };
  const answered = { ...dialect, ...routes };
  for (const name of ROUTES) {
    if (!answered[name]) continue;
    const callOwnRoute = async (subject?: object, callOptions?: object) =>
      callRoute(options, name, subject, callOptions);
    // Each route takes the parameters of its agent method and returns what the server answers.
    Object.assign(agent, { [name]: callOwnRoute });
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
