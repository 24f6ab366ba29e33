import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { httpAgent } from "../../transport/http/httpAgent.ts";
import { redactUrl } from "../../transport/http/resolveUrl.ts";
import { webSocketAgent } from "../../transport/webSocket/webSocketAgent.ts";
import type { WebSocketAgentOptions } from "../../transport/webSocket/webSocketAgentOptions.ts";
import type { Exchange, PlayedRun } from "./observedRun.ts";
import type { Subject } from "./playRun.ts";

/** How an address is asked. */
export interface Reaching {
  readonly headers: HeadersInit | undefined;
  readonly dialect: Dialect | undefined;
}

// The whole run has a limit of its own.
const timeouts = { responseMs: 0, idleMs: 0 };

/**
 * Makes an agent of an address, and listens to what HTTP says beside its events.
 *
 * @throws AgentKitError `invalid-argument` for what is no address of an agent
 */
export function reach(address: string | URL, reaching: Reaching): Subject {
  const url = parse(address);
  return url.protocol.startsWith("ws")
    ? { agent: overSocket(url, reaching) }
    : overHttp(url, reaching);
}

function parse(address: string | URL): URL {
  const refuse = (fault: string): never => {
    throw new AgentKitError("invalid-argument", fault);
  };
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {
    // Said below.
  }
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) {
    return refuse(
      `${address} is no address of an agent. Give the whole of it: http://localhost:8000/agent, or ws://localhost:8000/agent.`,
    );
  }
  if (url.username || url.password) {
    return refuse(
      "There is a user name or a password in the address, where fetch does not take it. Send it as the header Authorization.",
    );
  }
  return url;
}

function overHttp(url: URL, { headers, dialect }: Reaching): Subject {
  let heard: Exchange | undefined;
  const watchedFetch = async (to: string, init: RequestInit): Promise<Response> => {
    heard = undefined;
    const response = await fetch(to, init);
    const [type = ""] = (response.headers.get("content-type") ?? "").split(/[;,]/);
    heard = { status: response.status, mediaType: type.trim().toLowerCase() };
    return response;
  };
  const agent = httpAgent({
    url,
    fetch: watchedFetch,
    timeouts,
    ...omitUndefined({ headers, dialect }),
  });
  return { agent, exchange: () => heard };
}

function overSocket(url: URL, { headers, dialect }: Reaching): Agent {
  // Where there is none the agent says so.
  const WebSocket = globalThis.WebSocket && socketWith(headers);
  return webSocketAgent({ url, timeouts, ...omitUndefined({ WebSocket, dialect }) });
}

function socketWith(
  headers: HeadersInit | undefined,
): NonNullable<WebSocketAgentOptions["WebSocket"]> {
  return class extends globalThis.WebSocket {
    constructor(url: string, protocols: string[] = []) {
      // Node's takes headers where a browser's, of which the type is, takes the subprotocols alone.
      super(url, headers ? ({ protocols, headers } as unknown as string[]) : protocols);
    }
  };
}

/** Codes of failures that say that there is nobody to check. */
const NOBODY = new Set(["network", "timeout", "content-type", "missing-dependency"]);
/** Answers that say that there is no agent for us at this address. */
const NOT_HERE = new Set([401, 403, 404, 405, 407, 502, 503, 504]);
const WHO_ASKS = new Set([401, 403, 407]);

/**
 * Makes sure that the first answer is that of an agent, however wrong it is.
 *
 * @throws AgentKitError what the run failed with when nobody is there
 */
export function assertThere({ error, endedBy, frames, exchange }: PlayedRun, place: string): void {
  if (frames.length > 0 || !error) return;
  if (endedBy === "timeout") {
    const { timeoutMs } = error.context;
    const said = exchange ? `answered ${exchange.status} and then` : "took the request and";
    throw new AgentKitError(
      "timeout",
      `${place} ${said} said nothing for ${timeoutMs} ms. Check the address, or give it more time: timeoutMs, --timeout.`,
      omitUndefined({ timeoutMs, url: place }),
    );
  }
  const { status = 0 } = error.context;
  if (error.code === "http-status" && WHO_ASKS.has(status)) {
    throw new AgentKitError(
      "http-status",
      `${place} answered ${status}: it wants to know who asks. Send it what it wants: headers, --header "Authorization: Bearer …".`,
      error.context,
    );
  }
  if (NOBODY.has(error.code) || (error.code === "http-status" && NOT_HERE.has(status))) throw error;
}

/** What a report calls an agent: the query of an address may hold a key. */
export function nameOf(agent: unknown): string {
  return typeof agent === "string" || agent instanceof URL ? redactUrl(agent) : "agent";
}
