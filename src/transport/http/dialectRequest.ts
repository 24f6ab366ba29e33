import type { DialectRequest, Lineage } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { resolveUrl, withQuery } from "./resolveUrl.ts";

/** The request of a run. */
export function runRequest(
  options: HttpAgentOptions,
  input: RunAgentInput,
  lineage: Lineage,
): DialectRequest {
  return applyDialect(options, { body: input, ...options.dialect?.request?.(input, lineage) });
}

/** The request that takes a run up again, after a position or from the start. */
export function connectRequest(
  options: HttpAgentOptions,
  input: RunAgentInput,
  lastCursor: string | undefined,
): DialectRequest {
  const { connectUrl, replay, dialect } = options;
  const { threadId, runId } = input;
  // An empty `id:` takes the position back.
  const cursor = lastCursor || undefined;
  const position = omitUndefined({ threadId, runId, cursor });
  const headers = positionHeader(cursor);
  if (connectUrl) {
    const url = typeof connectUrl === "function" ? connectUrl(position) : connectUrl;
    return { url: String(url), headers, body: input };
  }
  if (replay) {
    const ids = new URLSearchParams({ threadId, runId });
    const url = typeof replay === "function" ? replay(position) : withQuery(String(replay), ids);
    return { url: String(url), method: "GET", headers };
  }
  // Without any of the three an agent has no connect().
  return applyDialect(options, {
    body: input,
    ...dialect?.connect?.(omitUndefined({ input, cursor })),
  });
}

/** A position as browsers send it: in UTF-8, each byte of it a character of the header. */
function positionHeader(cursor = ""): Readonly<Record<string, string>> {
  const bytes = [...new TextEncoder().encode(cursor)];
  // A header cannot say everything that an id can. Without it all is told from the start.
  const isValidHeader = bytes.every((byte) => byte === 9 || (byte > 31 && byte !== 127));
  return cursor && isValidHeader
    ? { "Last-Event-ID": bytes.map((byte) => String.fromCharCode(byte)).join("") }
    : {};
}

/** A dialect's request: it knows the addresses of its system by that of the agent. */
export function applyDialect({ url }: HttpAgentOptions, request: DialectRequest): DialectRequest {
  return request.url === undefined ? request : { ...request, url: resolveUrl(request.url, url) };
}
