import type { Dialect } from "../../protocol/dialect.ts";
import { createTanStackReader } from "./createReader.ts";
import { readHistory } from "./readHistory.ts";
import { currentRequest, legacyRequest } from "./requests.ts";

/** Which TanStack AI a server runs. */
export interface TanStackOptions {
  /**
   * Whether the server is older than 0.18 and takes `{ messages, data }` with messages of parts in place
   * of a `RunAgentInput`. Answers of every version are read either way.
   *
   * @defaultValue `false`
   */
  readonly legacy?: boolean;
  /**
   * How many messages a page of history has.
   *
   * @defaultValue `100`
   */
  readonly pageSize?: number;
}

/**
 * The dialect of TanStack AI, of every version so far: its tool loop becomes one run, its approvals
 * interrupts, and its client tools calls that the page answers.
 *
 * Runs of a server with durable streams can be replayed and taken up again, and a server that stores
 * conversations is asked for them, by GET at the agent's `url`; both need a version of 0.43 or later. The
 * same answer says which run goes on and what is asked, so that `thread.connect()` takes part in both.
 * `legacy` servers have neither, and are sent no state, context or tools.
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
    request: legacy ? legacyRequest : currentRequest,
    read: createTanStackReader,
  };
  if (legacy) return dialect;
  return {
    ...dialect,
    connect: ({ input, cursor = "-1" }) => get({ runId: input.runId, offset: cursor }),
    history: {
      request: ({ threadId, cursor }) =>
        get({ threadId, limit: String(pageSize), ...(cursor !== undefined && { before: cursor }) }),
      read: readHistory,
    },
  };
}

/** A GET of the agent's own address, under this query. */
function get(query: Readonly<Record<string, string>>) {
  return { method: "GET", url: `?${new URLSearchParams(query)}` } as const;
}
