import type { ProxyOptions } from "vite";
import { refuse } from "./http.ts";

/** Options that locate an agent other than the demo's own. */
export interface AgentProxyOptions {
  /** URL of the endpoint, such as `http://localhost:8000/agent`. */
  readonly url: string;
  /** Headers that are added to every request, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Proxies `/your-agent` to another agent, so that the page needs no other origin. Answers stream
 * through with their status, and an abort also closes the proxied connection.
 * @throws Error when `url` is not absolute
 */
export function agentProxy({ url, headers = {} }: AgentProxyOptions): Record<string, ProxyOptions> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`AGENT_URL is "${url}", not an address such as http://localhost:8000/agent.`);
  }
  const { origin, pathname, search } = new URL(url);
  return {
    "^/your-agent(\\?|$)": {
      target: origin,
      changeOrigin: true,
      headers: { ...headers },
      rewrite: (path) => pathname + withQueryOf(path, search),
      configure(proxy) {
        proxy.on("proxyReq", (request) => {
          // The headers describe the page on localhost, and a server that checks them would
          // refuse the request.
          for (const name of ["origin", "referer", "cookie"]) request.removeHeader(name);
        });
        proxy.on("error", (error, _request, response) => {
          // A response that is a bare socket belongs to a WebSocket, which is not proxied.
          if (!("writeHead" in response) || response.headersSent) return;
          const reason = error.message || ("code" in error ? String(error.code) : error.name);
          refuse(response, 502, `${origin}${pathname} cannot be reached: ${reason}.`);
        });
      },
    },
  };
}

/** Returns the query of the agent's URL with that of a request, which a dialect may have. */
function withQueryOf(path: string, search: string): string {
  const [, query] = path.split("?");
  if (!query) return search;
  return search === "" ? `?${query}` : `${search}&${query}`;
}

/**
 * Parses `AGENT_HEADERS`: a JSON object of strings, such as `{"Authorization":"Bearer …"}`.
 * @throws Error when the value is anything else
 */
export function readHeaders(json: string | undefined): Record<string, string> {
  if (!json) return {};
  const headers = parse(json);
  const isFit =
    typeof headers === "object" &&
    headers !== null &&
    Object.values(headers).every((value) => typeof value === "string");
  if (isFit) return Object.fromEntries(Object.entries(headers));
  throw new Error(
    'AGENT_HEADERS is not a JSON object of strings, as {"Authorization":"Bearer …"}.',
  );
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
