import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin, PreviewServer, ViteDevServer } from "vite";
import { DIALECTS } from "../dialects.ts";
import { paceOf } from "../paceOf.ts";
import { capabilities } from "./capabilities.ts";
import { dialects } from "./dialects/index.ts";
import { serveArkavo } from "./dialects/serveArkavo.ts";
import { exampleScripts } from "./examples/index.ts";
import { refuse } from "./http.ts";
import { createReplayableRuns } from "./replayableRuns.ts";
import { serveRun } from "./serveRun.ts";

/** Run counts of the agent; `plugin.api` of {@link demoAgent}. */
export interface DemoAgentStatus {
  /** Number of active runs. */
  readonly running: number;
  readonly complete: number;
  /** Number of runs whose client disconnected before the end. */
  readonly abandoned: number;
}

/** Examples with replayable runs. */
const REPLAYABLE: ReadonlySet<string> = new Set(["reconnect", "threads"]);

const MAX_REMEMBERED = 1_000;

/**
 * Serves the demo's agent from Vite's dev or preview server: `POST /agent/EXAMPLE` takes a `RunAgentInput` and
 * streams AG-UI events. The agent follows a script, so it needs no key and no network.
 * `?pace=brisk` shortens long pauses, `?pace=slow` doubles all, `?pace=fast` omits all.
 * `GET /agent/EXAMPLE/capabilities` returns the agent's capabilities, if any. Runs of some examples continue without a
 * client, and `GET /agent/EXAMPLE/replay?runId=RUN` replays them. `/agent/dialects/NAME` answers like `/agent/dialects`,
 * in another system's dialect.
 */
export function demoAgent(): Plugin<DemoAgentStatus> {
  const counts = { running: 0, complete: 0, abandoned: 0, cut: 0 };
  const countAttempt = createCounter();
  const replayableRuns = createReplayableRuns();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [id = "", part] = pathname.slice(1).split("/");
    const own = part === "capabilities" && capabilities.get(id);
    if (own && request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(own));
      return;
    }
    if (REPLAYABLE.has(id) && part === "replay") return replayableRuns.replay(request, response);
    if (REPLAYABLE.has(id) && part === "cancel") return replayableRuns.cancel(request, response);
    const dialect = id === DIALECTS && part !== undefined ? dialects.get(part) : undefined;
    const example = part === undefined || dialect ? exampleScripts.get(id) : undefined;
    if (!example) return refuse(response, 404, `There is no example "${pathname.slice(1)}".`);
    if (request.method !== "POST") {
      response.setHeader("allow", "POST");
      return refuse(response, 405, "POST a RunAgentInput.");
    }
    await serveRun(request, response, {
      example,
      dialect,
      ...(REPLAYABLE.has(id) && { beginReplayable: replayableRuns.begin }),
      pace: paceOf(searchParams.get("pace")),
      countAttempt: (threadId, messageId) => countAttempt([id, threadId, messageId]),
      onStart() {
        counts.running++;
      },
      onEnd(end) {
        counts.running--;
        counts[end]++;
      },
    });
  }

  function attach({ middlewares, config, httpServer }: ViteDevServer | PreviewServer): void {
    serveArkavo(httpServer, `/agent/${DIALECTS}/arkavo`);
    middlewares.use("/agent", (request, response) => {
      answer(request, response).catch((error: unknown) => {
        config.logger.error(`The demo's agent failed: ${String(error)}`);
        if (response.headersSent) response.destroy();
        else refuse(response, 500, String(error));
      });
    });
  }

  return {
    name: "agui-kit:demo-agent",
    api: counts,
    configureServer: attach,
    configurePreviewServer: attach,
  };
}

/** Creates a function that counts the recent earlier calls with the same key. */
function createCounter(): (thing: readonly string[]) => number {
  const counts = new Map<string, number>();
  return (thing) => {
    const key = JSON.stringify(thing);
    const count = counts.get(key) ?? 0;
    counts.delete(key);
    counts.set(key, count + 1);
    const [oldest] = counts.keys();
    if (counts.size > MAX_REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}
