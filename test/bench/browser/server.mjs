// @ts-check
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { performance } from "node:perf_hooks";

/**
 * @typedef {import("./wires.mjs").Wire} Wire
 * @typedef {import("./wires.mjs").Frames} Frames
 *
 * Response to a request of a page: an answer, or tool calls.
 *
 * @typedef {object} Plan
 * @property {(input: { wire: Wire; request: import("./wires.mjs").RunRequest }) => Frames} frames
 * @property {Wire} wire
 * @property {number} rate - Tokens per second; unlimited when 0.
 * @property {() => Promise<void>} [begin] - Awaited before the first token, after everything before
 *   it was sent.
 * @property {(sentAt: number) => void} [onSent] - Called when the last token was sent, with the
 *   time in ms since the epoch.
 */

/** Number of tokens that are written at once at an unlimited rate. */
const BATCH = 1;

const types = /** @type {Record<string, string>} */ ({
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".woff2": "font/woff2",
});

/**
 * Serves the pages of `folder`, each at `/SUBJECT/` with its script and its style, on this machine
 * only. Each request to `/agent` receives the next planned answer.
 *
 * @param {string} folder
 */
export async function serve(folder) {
  /** @type {Plan[]} */
  const plans = [];
  /** @type {Map<string, string>} */
  const documents = new Map();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error);
      response.destroy();
    });
  });

  /** @type {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>} */
  async function answer(request, response) {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname.startsWith("/agent")) {
      const body = await textOf(request);
      const plan = request.method === "POST" ? plans.shift() : undefined;
      if (!plan) return void response.writeHead(404).end();
      return stream(response, plan, body ? JSON.parse(body) : {});
    }
    const document = documents.get(pathname);
    if (document !== undefined) {
      return void response.writeHead(200, { "content-type": "application/json" }).end(document);
    }
    const [, subject = ""] = pathname.split("/");
    if (pathname.endsWith("/")) {
      const style = existsSync(join(folder, subject, "app.css"));
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(pageOf(subject, style));
    }
    const path = join(folder, normalize(pathname));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" });
    createReadStream(path).pipe(response);
  }

  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** @param {Plan} plan */
    plan: (plan) => void plans.push(plan),
    /** Drops plans that were not requested. */
    clear: () => void plans.splice(0),
    /** @param {string} path @param {unknown} value */
    put: (path, value) => void documents.set(path, JSON.stringify(value)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/**
 * @param {string} subject
 * @param {boolean} hasStyle
 */
function pageOf(subject, hasStyle) {
  const style = hasStyle ? `<link rel="stylesheet" href="/${subject}/app.css">` : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${subject}</title><link rel="icon" href="data:,">${style}
<style>html, body, #root { height: 100%; margin: 0 }</style>
<div id="root"></div><script type="module" src="/${subject}/app.js"></script></html>`;
}

/** @param {import("node:http").IncomingMessage} request */
async function textOf(request) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Plan} plan
 * @param {any} request
 */
async function stream(response, { frames, wire, rate, begin, onSent }, request) {
  const { head, frames: tokens, tail } = frames({ wire, request });
  response.writeHead(200, wire.headers);
  response.socket?.setNoDelay(true);
  response.write(head);
  await begin?.();
  if (rate > 0) await writePaced(response, tokens, rate);
  else await writeAll(response, tokens);
  onSent?.(performance.timeOrigin + performance.now());
  response.end(tail);
}

/**
 * Writes the tokens in small batches, and lets each batch be sent before the next.
 *
 * @param {import("node:http").ServerResponse} response
 * @param {readonly string[]} tokens
 */
async function writeAll(response, tokens) {
  for (let at = 0; at < tokens.length; at += BATCH) {
    const hasRoom = response.write(tokens.slice(at, at + BATCH).join(""));
    if (hasRoom) await new Promise((resolve) => setImmediate(resolve));
    else await new Promise((resolve) => response.once("drain", resolve));
  }
}

/**
 * Writes each token separately when it is due, independent of the timer's resolution.
 *
 * @param {import("node:http").ServerResponse} response
 * @param {readonly string[]} tokens
 * @param {number} rate
 */
async function writePaced(response, tokens, rate) {
  const start = performance.now();
  for (let sent = 0; sent < tokens.length; ) {
    const due = Math.min(tokens.length, Math.ceil(((performance.now() - start) * rate) / 1000));
    for (; sent < due; sent++) response.write(tokens[sent]);
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  }
}
