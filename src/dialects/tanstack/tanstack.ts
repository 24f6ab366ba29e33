import type { Dialect } from "../../protocol/dialect.ts";
import { buildLegacyRequest, buildRequest } from "./buildRequest.ts";
import { createTanStackReader } from "./createTanStackReader.ts";
import { readTanStackHistory } from "./readTanStackHistory.ts";

/** Options of {@link tanstack}. */
export interface TanStackOptions {
  /**
   * True for a server older than 0.18, which accepts `{ messages, data }` with messages made of `parts`
   * instead of a `RunAgentInput`. Responses of every version are read in either case.
   *
   * @defaultValue `false`
   */
  readonly legacy?: boolean;
  /**
   * Number of messages in a page of the history.
   *
   * @defaultValue `100`
   */
  readonly pageSize?: number;
}

/**
 * Creates the dialect of TanStack AI, of all versions. A tool loop becomes one run, approvals become interrupts, and
 * client tools become calls of frontend tools.
 *
 * Runs of a server with durable streams can be replayed and resumed. A server that stores
 * conversations returns them for a GET of the agent's `url`, with the running run and the open
 * interrupts. Thus `thread.connect()` continues both. Both need version 0.43 or later. `legacy`
 * servers support neither, and receive no state, context or tools.
 *
 * @example A chat route of TanStack AI
 * ```ts
 * const agent = httpAgent({ url: "/api/chat", dialect: tanstack() });
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function tanstack({ legacy = false, pageSize = 100 }: TanStackOptions = {}): Dialect {
  const dialect: Dialect = {
    name: "tanstack",
    request: legacy ? buildLegacyRequest : buildRequest,
    read: createTanStackReader,
  };
  if (legacy) return dialect;
  return {
    ...dialect,
    connect: ({ input, cursor = "-1" }) => get({ runId: input.runId, offset: cursor }),
    history: {
      request: ({ threadId, cursor }) =>
        get({ threadId, limit: String(pageSize), ...(cursor !== undefined && { before: cursor }) }),
      read: readTanStackHistory,
    },
  };
}

/** Returns a GET of the agent's URL with this query. */
function get(query: Readonly<Record<string, string>>) {
  return { method: "GET", url: `?${new URLSearchParams(query)}` } as const;
}
