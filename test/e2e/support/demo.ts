import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createServer,
  type Logger,
  type Plugin,
  type PreviewServer,
  preview,
  type UserConfig,
} from "vite";
import { inject } from "vitest";
import { type DemoConfigOptions, demoConfig } from "../../../demo/demoConfig.ts";
import type { DemoAgentStatus } from "../../../demo/server/demoAgent.ts";
import { demoAgent } from "../../../demo/server/demoAgent.ts";

/** Server of the demo; `await using` closes it. */
export interface Demo extends AsyncDisposable {
  /** Address without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly agent: DemoAgentStatus;
  /** Warnings and errors that the server logged. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Starts the demo as `npm run demo` does, on a free port. */
export async function startDemo(options: DemoConfigOptions = {}): Promise<Demo> {
  const config = demoConfig(options);
  const complaints: string[] = [];
  const server = await createServer({
    ...config,
    configFile: false,
    // Vitest's NODE_ENV results in other bundles of the dependencies than `npm run demo`.
    cacheDir: fileURLToPath(new URL("../../../node_modules/.vite/e2e", import.meta.url)),
    customLogger: recordComplaints(complaints),
    server: {
      ...config.server,
      host: "127.0.0.1",
      port: 0,
      // A changed file must not reload the page during a test.
      hmr: false,
      watch: null,
    },
  });
  await server.listen();
  const plugin = server.config.plugins.find(({ name }) => name === "agui-kit:demo-agent");
  return demoOf(server, plugin?.api, complaints);
}

/**
 * Starts a server of the built demo, on a free port, with an agent of its own. A page of the dev
 * server needs hundreds of requests, most of the time of a short test.
 */
export async function startBuiltDemo(options: DemoConfigOptions = {}): Promise<Demo> {
  const { root = "", define, server: { proxy = {} } = {} } = demoConfig(options);
  const complaints: string[] = [];
  const agent = demoAgent();
  const outDir = inject("demoFolder");
  const server = await preview({
    root,
    configFile: false,
    plugins: [agent, pageFor(outDir, define)],
    build: { outDir },
    customLogger: recordComplaints(complaints),
    preview: { proxy, host: "127.0.0.1", port: 0 },
  });
  return demoOf(server, agent.api, complaints);
}

function demoOf(
  server: Pick<PreviewServer, "close" | "resolvedUrls">,
  agent: DemoAgentStatus | undefined,
  complaints: readonly string[],
): Demo {
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address || !agent) throw new Error("The demo did not start.");
  const close = () => server.close();
  return {
    url: new URL(address).origin,
    agent,
    complaints,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Serves the built page with the address and the dialect of the agent, as JSON. */
function pageFor(folder: string, values: UserConfig["define"] = {}): Plugin {
  const { __AGENT_URL__: url, __AGENT_DIALECT__: dialect } = values;
  const script = `<script>globalThis.demoAgentUrl = ${url}; globalThis.demoAgentDialect = ${dialect};</script>`;
  const html = readFileSync(join(folder, "index.html"), "utf8").replace("<head>", `$&${script}`);
  return {
    name: "agui-kit:built-page",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        // Compression would cost more time than it saves on the same machine.
        delete request.headers["accept-encoding"];
        if (!/^\/(\?|$)/.test(request.url ?? "")) return next();
        response.setHeader("content-type", "text/html");
        response.end(html);
      });
    },
  };
}

function recordComplaints(complaints: string[]): Logger {
  const complain = (message: string) => complaints.push(message);
  return {
    info: () => {},
    warn: complain,
    warnOnce: complain,
    error: complain,
    clearScreen: () => {},
    hasErrorLogged: () => false,
    hasWarned: false,
  };
}
