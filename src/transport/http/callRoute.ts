import type { AgentRunIds } from "../../protocol/agent.ts";
import type { DialectRequest, HistoryPage } from "../../protocol/dialect.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { applyDialect } from "./dialectRequest.ts";
import { fetchJson } from "./fetchJson.ts";
import type { HttpAgentOptions, HttpAgentRoutes } from "./httpAgentOptions.ts";
import { withQuery } from "./resolveUrl.ts";

/** Names of the agent methods that call a route. */
type RouteName = keyof HttpAgentRoutes | "history";

/**
 * Calls a route of the server or of its dialect.
 *
 * @returns the response, or `undefined` when the server has none
 * @throws AgentKitError `http-status`, `network`, `timeout`, or `content-type` for a response that
 * is not JSON
 */
export async function callRoute(
  options: HttpAgentOptions,
  name: RouteName,
  subject: object = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  // Each route receives the parameter of its agent method.
  const ids = subject as AgentRunIds;
  if (name === "history") return fetchHistory(options, ids, signal);
  if (name === "cancel") return cancelRun(options, ids);
  const url = routeUrl(options.routes ?? {}, name, ids);
  const body = await fetchJson(options, { url, method: "GET" });
  return name === "getCapabilities" ? readCapabilities(body, options.url) : body;
}

/** Requests a page of messages in the way of the dialect; a page without messages when the server has none. */
async function fetchHistory(
  options: HttpAgentOptions,
  page: AgentRunIds,
  signal: AbortSignal | undefined,
): Promise<HistoryPage | undefined> {
  const history = options.dialect?.history;
  const request: DialectRequest = { method: "GET", ...history?.request(page) };
  const ownOptions = signal ? { ...options, fetch: withSignal(signal, options.fetch) } : options;
  const response = await fetchJson(ownOptions, applyDialect(options, request));
  return response === undefined ? { messages: [] } : history?.read(response);
}

/** Requests the cancellation of a run: by the `cancel` route, else in the way of the dialect. */
async function cancelRun(options: HttpAgentOptions, run: AgentRunIds): Promise<unknown> {
  const { routes: { cancel } = {}, dialect } = options;
  if (!cancel && dialect?.cancel) {
    // A dialect's server responds with 404 for a run that has already ended.
    return fetchJson(options, applyDialect(options, dialect.cancel(run)), { isMissingOk: true });
  }
  const route = typeof cancel === "function" ? cancel(run) : String(cancel);
  const isRequest = typeof route === "object" && !(route instanceof URL);
  const request = isRequest ? applyDialect(options, route) : { url: String(route) };
  return fetchJson(options, { body: run, ...request });
}

/** Returns a fetch that also aborts with the caller's signal. */
function withSignal(
  callerSignal: AbortSignal,
  fetch: HttpAgentOptions["fetch"] = globalThis.fetch,
): NonNullable<HttpAgentOptions["fetch"]> {
  return (url, init) => {
    const controller = new AbortController();
    for (const signal of [callerSignal, init.signal]) {
      const abort = () => controller.abort(signal?.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
    }
    return fetch(url, { ...init, signal: controller.signal });
  };
}

function routeUrl(
  routes: HttpAgentRoutes,
  name: Exclude<keyof HttpAgentRoutes, "cancel">,
  subject: AgentRunIds,
): string {
  const route = routes[name];
  if (typeof route === "function") return String(route(subject));
  const url = String(route);
  if (name !== "getState") return url;
  return withQuery(url, new URLSearchParams({ threadId: subject.threadId }));
}

/** Returns the agents of a response by name; `undefined` when it has none. */
function agentsByName(agents: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(agents)) return isRecord(agents) ? agents : undefined;
  const named = agents.flatMap((agent: unknown): [string, unknown][] =>
    isRecord(agent) && typeof agent.name === "string" ? [[agent.name, agent]] : [],
  );
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * Returns the capabilities in the response of a server. The `/info` route of CopilotKit's runtime has its agents by
 * name, and that of its Python SDK has them in a list. An only agent counts, else the agent that the path of `url` names,
 * else `default`.
 */
export function readCapabilities(body: unknown, url: unknown): unknown {
  const agents = isRecord(body) ? agentsByName(body.agents) : undefined;
  if (!agents) return body;
  const names = Object.keys(agents);
  const segments = String(url).split(/[/?#]/);
  const named = names.find((name) => segments.includes(encodeURIComponent(name)));
  const name = names.length === 1 ? names[0] : (named ?? "default");
  const agent = name !== undefined && Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (!isRecord(agent)) return undefined;
  const { capabilities, description } = agent;
  const declared = isRecord(capabilities) ? capabilities : {};
  return {
    ...declared,
    identity: {
      ...(name !== "default" && { name }),
      ...(typeof description === "string" && description !== "" && { description }),
      ...(isRecord(declared.identity) ? declared.identity : undefined),
    },
  };
}
