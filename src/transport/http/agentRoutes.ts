import type { AgentRunIds } from "../../protocol/agent.ts";
import type { DialectRequest, HistoryPage } from "../../protocol/dialect.ts";
import { applyDialect } from "./dialectRequest.ts";
import { fetchJson } from "./fetchJson.ts";
import type { HttpAgentOptions, HttpAgentRoutes } from "./httpAgentOptions.ts";
import { withQuery } from "./resolveUrl.ts";

/** What a member of an agent asks beside runs, and what it is asked about. */
type RouteName = keyof HttpAgentRoutes | "history";

/**
 * Asks one of a server's routes, its own or those of its dialect.
 *
 * @returns What it answers; `undefined` when it knows nothing of that.
 * @throws AgentKitError `http-status`, `network`, `timeout`, `content-type` for what is no JSON
 */
export async function callRoute(
  options: HttpAgentOptions,
  name: RouteName,
  subject: object = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { routes = {}, dialect } = options;
  // Each is asked about what its own member of an agent is given.
  const ids = subject as AgentRunIds;
  if (name === "history") {
    const history = dialect?.history;
    const request: DialectRequest = { method: "GET", ...history?.request(ids) };
    const ownOptions = signal ? { ...options, fetch: withSignal(signal, options.fetch) } : options;
    const response = await fetchJson(ownOptions, applyDialect(options, request));
    const emptyPage: HistoryPage = { messages: [] };
    return response === undefined ? emptyPage : history?.read(response);
  }
  if (name === "cancel" && !routes.cancel && dialect?.cancel) {
    // Nothing is known there of a run that has ended by itself.
    return fetchJson(options, applyDialect(options, dialect.cancel(ids)), { isMissingOk: true });
  }
  const url = routeUrl(routes, name, ids);
  return fetchJson(options, name === "cancel" ? { url, body: subject } : { url, method: "GET" });
}

/** A fetch that is given up when nobody waits for its answer any more. */
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
  name: keyof HttpAgentRoutes,
  subject: AgentRunIds,
): string {
  const route = routes[name];
  if (typeof route === "function") return String(route(subject));
  const url = String(route);
  if (name !== "getState") return url;
  return withQuery(url, new URLSearchParams({ threadId: subject.threadId }));
}
