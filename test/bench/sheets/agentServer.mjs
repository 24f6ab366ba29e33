// @ts-check
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout } from "node:timers/promises";
import { scenes } from "./scenes.mjs";

const types = /** @type {Record<string, string>} */ ({
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
});

/**
 * Serves the built pages, each at `/SUBJECT/`, and an agent at `/agent/SCENE` that plays the events of the scene.
 *
 * @param {string} folder
 */
export async function serveScenes(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, first = "", second = ""] = pathname.split("/");
    if (first === "agent") {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      return play(response, second, JSON.parse(body || "{}"));
    }
    if (pathname.endsWith("/")) {
      return response.writeHead(200, { "content-type": "text/html" }).end(pageOf(first));
    }
    const path = join(folder, normalize(pathname));
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {string} name
 * @param {{ threadId?: string; runId?: string }} input
 */
async function play(response, name, { threadId = "thread", runId = "run" }) {
  const { events = [{ type: "RUN_FINISHED" }], staysOpen } = scenes[name] ?? {};
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const event of [{ type: "RUN_STARTED" }, ...events]) {
    // A tool takes a moment, so that a row can show its duration.
    if ("type" in event && event.type === "TOOL_CALL_RESULT") await setTimeout(400);
    const ids = "type" in event && /^RUN_(STARTED|FINISHED)$/.test(String(event.type));
    response.write(`data: ${JSON.stringify(ids ? { ...event, threadId, runId } : event)}\n\n`);
  }
  if (!staysOpen) response.end();
}

/** @param {string} subject */
function pageOf(subject) {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>${subject}</title>
  <link rel="icon" href="data:," />
  <link rel="stylesheet" href="/${subject}/app.css" />
  <div id="root"></div>
  <script type="module" src="/${subject}/app.js"></script>
</html>`;
}
