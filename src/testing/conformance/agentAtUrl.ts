import type { Agent } from "../../protocol/agent.ts";
import type { Dialect } from "../../protocol/dialect.ts";
import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { httpAgent } from "../../transport/http/httpAgent.ts";
import type { HttpAgentOptions } from "../../transport/http/httpAgentOptions.ts";
import { redactUrl } from "../../transport/http/resolveUrl.ts";
import { webSocketAgent } from "../../transport/webSocket/webSocketAgent.ts";
import type { WebSocketClass } from "../../transport/webSocket/webSocketAgentOptions.ts";
import type { HttpResponseInfo, PlayedRun } from "./observedRun.ts";
import type { AgentUnderTest } from "./playRun.ts";

/** Options of the requests to an address. */
interface AddressOptions {
  readonly headers: HeadersInit | undefined;
  readonly dialect: Dialect | undefined;
  readonly protobuf: HttpAgentOptions["protobuf"];
}

// The check limits the duration of a whole run.
const timeouts = { responseMs: 0, idleMs: 0 };

/**
 * Creates an agent for an address, and records its HTTP responses.
 *
 * @throws AgentKitError `invalid-argument` for an invalid address.
 */
export function createAgentAtUrl(address: string | URL, options: AddressOptions): AgentUnderTest {
  const url = parseAddress(address);
  return url.protocol.startsWith("ws")
    ? { agent: createSocketAgent(url, options) }
    : createHttpAgent(url, options);
}

function parseAddress(address: string | URL): URL {
  const refuseAddress = (message: string): never => {
    throw new AgentKitError("invalid-argument", message);
  };
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {
    // Reported below, together with unsupported protocols.
  }
  if (!url || !/^(https?|wss?):$/.test(url.protocol)) {
    return refuseAddress(
      `"${address}" is not the address of an agent. Pass a full URL, such as http://localhost:8000/agent or ws://localhost:8000/agent.`,
    );
  }
  if (url.username || url.password) {
    return refuseAddress(
      "The address contains a user name or a password, which fetch does not accept. Send an Authorization header instead.",
    );
  }
  return url;
}

function createHttpAgent(url: URL, { headers, dialect, protobuf }: AddressOptions): AgentUnderTest {
  let lastResponse: HttpResponseInfo | undefined;
  const recordingFetch = async (requestUrl: string, init: RequestInit): Promise<Response> => {
    lastResponse = undefined;
    const response = await fetch(requestUrl, init);
    const [type = ""] = (response.headers.get("content-type") ?? "").split(/[;,]/);
    lastResponse = { status: response.status, mediaType: type.trim().toLowerCase() };
    return response;
  };
  const agent = httpAgent({
    url,
    fetch: recordingFetch,
    timeouts,
    ...omitUndefined({ headers, dialect, protobuf }),
  });
  return { agent, getResponse: () => lastResponse };
}

function createSocketAgent(url: URL, { headers, dialect }: AddressOptions): Agent {
  // Without a global WebSocket, `webSocketAgent` throws an error that explains it.
  const WebSocket = globalThis.WebSocket && webSocketWithHeaders(headers);
  return webSocketAgent({ url, timeouts, ...omitUndefined({ WebSocket, dialect }) });
}

function webSocketWithHeaders(headers: HeadersInit | undefined): WebSocketClass {
  return class extends globalThis.WebSocket {
    constructor(url: string, protocols: string[] = []) {
      // Node accepts an options object where the browser type allows subprotocols only.
      super(url, headers ? ({ protocols, headers } as unknown as string[]) : protocols);
    }
  };
}

/** Codes of errors that mean that no agent responded. */
const NO_AGENT_CODES = new Set(["network", "timeout", "content-type", "missing-dependency"]);
/** HTTP statuses that mean that no agent is available at the address. */
const NO_AGENT_STATUSES = new Set([401, 403, 404, 405, 407, 502, 503, 504]);
const AUTHENTICATION_STATUSES = new Set([401, 403, 407]);

/**
 * Asserts that an agent responded at the address. Invalid events count as a response, because the rules report them.
 *
 * @throws AgentKitError with the error of the run when no agent responded.
 */
export function assertAgentResponded(
  { error, endedBy, frames, response }: PlayedRun,
  name: string,
): void {
  if (frames.length > 0 || !error) return;
  if (endedBy === "timeout") {
    const { timeoutMs } = error.context;
    const progress = response ? `answered ${response.status} and then` : "accepted the request and";
    throw new AgentKitError(
      "timeout",
      `${name} ${progress} sent nothing for ${timeoutMs} ms. Check the address, or increase \`timeoutMs\` (--timeout).`,
      omitUndefined({ timeoutMs, url: name }),
    );
  }
  const { status = 0 } = error.context;
  if (error.code === "http-status" && AUTHENTICATION_STATUSES.has(status)) {
    throw new AgentKitError(
      "http-status",
      `${name} answered ${status}, because it requires authentication. Pass \`headers\`, or --header "Authorization: Bearer …".`,
      error.context,
    );
  }
  const isMissing = error.code === "http-status" && NO_AGENT_STATUSES.has(status);
  if (NO_AGENT_CODES.has(error.code) || isMissing) throw error;
}

/** Returns the name of an agent in reports; without the query of an address, which may hold a key. */
export function displayName(agent: unknown): string {
  return typeof agent === "string" || agent instanceof URL ? redactUrl(agent) : "agent";
}
