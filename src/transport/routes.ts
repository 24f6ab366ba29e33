import type { AgentRunIds } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import { credentialsFor } from "./credentials.ts";
import { failWith, MAX_QUOTED_CHARACTERS, noConnection, tooSlow } from "./failures.ts";
import type { HttpAgentOptions, HttpAgentRoutes } from "./httpAgentOptions.ts";

/** How long a route may take, in milliseconds: nobody waits for one as for an answer. */
const TIMEOUT_MS = 30_000;

/**
 * Asks one of a server's routes; a 401 once more with fresh headers.
 *
 * @returns The JSON it answers; `undefined` for an empty answer and for 404: it knows nothing of that.
 * @throws AgentKitError `http-status`, `network`, `timeout`, `content-type` for what is no JSON
 */
export async function askRoute(
  options: HttpAgentOptions,
  name: keyof HttpAgentRoutes,
  about: object = {},
): Promise<unknown> {
  const { fetch = globalThis.fetch } = options;
  const isPost = name === "cancel";
  const url = addressOf(options, name, about);
  const place = url.replace(/[?#].*$/, "");
  const ask = async () => {
    const given = await credentialsFor({ ...options, accept: "application/json" }).catch(
      failWith("headers", place),
    );
    // A page that is left still gets to say that it has stopped.
    const post = { method: "POST", body: JSON.stringify(about), keepalive: true };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(url, { ...given, ...(isPost && post), signal }).catch((cause: unknown) => {
      throw signal.aborted ? tooSlow(place, TIMEOUT_MS) : noConnection(place, cause, false);
    });
  };
  let response = await ask();
  if (response.status === 401) response = await ask();
  const text = await response.text();
  if (response.status === 404 && !isPost) return undefined;
  if (!response.ok) {
    const { status } = response;
    throw new AgentKitError("http-status", `${place} answered with HTTP ${status}.`, {
      status,
      url: place,
      body: text.slice(0, MAX_QUOTED_CHARACTERS),
    });
  }
  // What a server says to a cancelled run is its own affair.
  if (text === "" || isPost) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AgentKitError("content-type", `${place} answered with something that is no JSON.`, {
      cause,
      url: place,
      body: text.slice(0, MAX_QUOTED_CHARACTERS),
    });
  }
}

function addressOf(
  { routes = {} }: HttpAgentOptions,
  name: keyof HttpAgentRoutes,
  about: object,
): string {
  const route = routes[name];
  // A route is asked about what its own member of the agent is given.
  if (typeof route === "function") return String(route(about as AgentRunIds));
  const address = String(route);
  if (name !== "getState") return address;
  const [path = "", hash] = address.split("#");
  const query = new URLSearchParams({ threadId: (about as AgentRunIds).threadId });
  return `${path}${path.includes("?") ? "&" : "?"}${query}${hash === undefined ? "" : `#${hash}`}`;
}
