import type { DialectRequest, ForkInfo } from "../../protocol/dialect.ts";
import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { resolveUrl, withQuery } from "./resolveUrl.ts";

/** Returns the request of a run. */
export function createRunRequest(
  options: HttpAgentOptions,
  input: RunAgentInput,
  fork: ForkInfo,
): DialectRequest {
  return applyDialect(options, { body: input, ...options.dialect?.request?.(input, fork) });
}

/** Returns the request that resumes a run, after a position or from the start. */
export function createConnectRequest(
  options: HttpAgentOptions,
  input: RunAgentInput,
  lastCursor: string | undefined,
): DialectRequest {
  const { connectUrl, replay, dialect } = options;
  const { threadId, runId } = input;
  // An empty `id:` resets the position.
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
  // An agent has connect() only with one of the three options.
  return applyDialect(options, {
    body: input,
    ...dialect?.connect?.(omitUndefined({ input, cursor })),
  });
}

/** Returns the position as browsers send it: UTF-8 bytes, each as a character of the header. */
function positionHeader(cursor = ""): Readonly<Record<string, string>> {
  const bytes = [...new TextEncoder().encode(cursor)];
  // An id may contain characters that a header cannot. Without the header the replay starts at the
  // beginning.
  const isValidHeader = bytes.every((byte) => byte === 9 || (byte > 31 && byte !== 127));
  return cursor && isValidHeader
    ? { "Last-Event-ID": bytes.map((byte) => String.fromCharCode(byte)).join("") }
    : {};
}

/** Resolves the URL of a dialect's request against that of the agent. */
export function applyDialect({ url }: HttpAgentOptions, request: DialectRequest): DialectRequest {
  return request.url === undefined ? request : { ...request, url: resolveUrl(request.url, url) };
}
