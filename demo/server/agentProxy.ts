import type { ProxyOptions } from "vite";
import { refuse } from "./http.ts";

/** Where the agent is, when it is not the demo's own. */
export interface AgentProxyOptions {
  /** Its endpoint, as `http://localhost:8000/agent`. */
  readonly url: string;
  /** Added to every request: a token, for instance. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Hands `/your-agent` on to an agent elsewhere, so that the page meets no other origin. Answers stream
 * through as they come, statuses too, and an abort closes the connection behind as well.
 *
 * @throws Error when `url` is not a whole address.
 */
export function agentProxy({ url, headers = {} }: AgentProxyOptions): Record<string, ProxyOptions> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`AGENT_URL is "${url}", not an address such as http://localhost:8000/agent.`);
  }
  const { origin, pathname, search } = new URL(url);
  return {
    "^/your-agent$": {
      target: origin,
      changeOrigin: true,
      headers: { ...headers },
      rewrite: () => pathname + search,
      configure(proxy) {
        proxy.on("proxyReq", (request) => {
          // They tell of the page on localhost, and a server that checks them would refuse it.
          for (const name of ["origin", "referer", "cookie"]) request.removeHeader(name);
        });
        proxy.on("error", (error, _request, response) => {
          // A response that is a bare socket belongs to a WebSocket, and none is proxied here.
          if (!("writeHead" in response) || response.headersSent) return;
          const reason = error.message || ("code" in error ? String(error.code) : error.name);
          refuse(response, 502, `${origin}${pathname} cannot be reached: ${reason}.`);
        });
      },
    },
  };
}

/**
 * Reads `AGENT_HEADERS`: a JSON object of strings, as `{"Authorization":"Bearer …"}`.
 *
 * @throws Error when it is anything else.
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
