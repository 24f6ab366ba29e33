import type { IncomingMessage, ServerResponse } from "node:http";

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** End of a run for the server: `abandoned` when the client disconnected first. */
export type RunEnd = "complete" | "abandoned" | "cut";

/** Responds with an HTTP error in JSON. */
export function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error }));
}

/** Reads the body of a request; returns undefined when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Reads the rest of a body that is too large: a client that still writes would miss the response.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString("utf8");
}
