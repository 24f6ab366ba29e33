import type { AgentRunIds } from "../../protocol/agent.ts";
import type { DialectRequest, HistoryPage } from "../../protocol/dialect.ts";
import { applyDialect } from "./dialectRequest.ts";
import { fetchJson } from "./fetchJson.ts";
import type { HttpAgentOptions, HttpAgentRoutes } from "./httpAgentOptions.ts";
import { withQuery } from "./resolveUrl.ts";

/** What a member of an agent asks beside runs, and what it is asked about. */
type Question = keyof HttpAgentRoutes | "history";

/**
 * Asks one of a server's routes, its own or those of its dialect.
 *
 * @returns What it answers; `undefined` when it knows nothing of that.
 * @throws AgentKitError `http-status`, `network`, `timeout`, `content-type` for what is no JSON
 */
export async function callRoute(
  options: HttpAgentOptions,
  name: Question,
  about: object = {},
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { routes = {}, dialect } = options;
  // Each is asked about what its own member of an agent is given.
  const run = about as AgentRunIds;
  if (name === "history") {
    const page = dialect?.history;
    const request: DialectRequest = { method: "GET", ...page?.request(run) };
    const asking = signal ? { ...options, fetch: fetchUntil(signal, options.fetch) } : options;
    const answer = await fetchJson(asking, applyDialect(options, request));
    const none: HistoryPage = { messages: [] };
    return answer === undefined ? none : page?.read(answer);
  }
  if (name === "cancel" && !routes.cancel && dialect?.cancel) {
    // Nothing is known there of a run that has ended by itself.
    return fetchJson(options, applyDialect(options, dialect.cancel(run)), { isMissingOk: true });
  }
  const url = addressOf(routes, name, run);
  return fetchJson(options, name === "cancel" ? { url, body: about } : { url, method: "GET" });
}

/** A fetch that is given up when nobody waits for its answer any more. */
function fetchUntil(
  end: AbortSignal,
  fetch: HttpAgentOptions["fetch"] = globalThis.fetch,
): NonNullable<HttpAgentOptions["fetch"]> {
  return (url, init) => {
    const own = new AbortController();
    for (const signal of [end, init.signal]) {
      const follow = () => own.abort(signal?.reason);
      if (signal?.aborted) follow();
      signal?.addEventListener("abort", follow, { once: true });
    }
    return fetch(url, { ...init, signal: own.signal });
  };
}

function addressOf(
  routes: HttpAgentRoutes,
  name: keyof HttpAgentRoutes,
  about: AgentRunIds,
): string {
  const route = routes[name];
  if (typeof route === "function") return String(route(about));
  const address = String(route);
  if (name !== "getState") return address;
  return withQuery(address, new URLSearchParams({ threadId: about.threadId }));
}
