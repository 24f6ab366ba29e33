import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { type DemoConfigOptions, demoConfig } from "../../demo/demoConfig.ts";
import type { DemoAgentStatus } from "../../demo/server/demoAgent.ts";

/** The demo's dev server; `await using` closes it. */
export interface Demo extends AsyncDisposable {
  /** Where it listens, without a slash at the end: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What the demo's own agent has done. */
  readonly agent: DemoAgentStatus;
  /** What the server logged as a warning or an error. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Starts the demo as `npm run demo` does, on a free port. */
export async function startDemo(options?: DemoConfigOptions): Promise<Demo> {
  const config = demoConfig(options);
  const complaints: string[] = [];
  const complain = (message: string) => complaints.push(message);
  const server = await createServer({
    ...config,
    configFile: false,
    // Vitest's NODE_ENV makes other bundles of the dependencies than `npm run demo` has.
    cacheDir: fileURLToPath(new URL("../../node_modules/.vite/e2e", import.meta.url)),
    customLogger: {
      info: () => {},
      warn: complain,
      warnOnce: complain,
      error: complain,
      clearScreen: () => {},
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    server: {
      ...config.server,
      host: "127.0.0.1",
      port: 0,
      // A file that changes during a test must not reload the page under it.
      hmr: false,
      watch: null,
    },
  });
  const plugin = server.config.plugins.find(({ name }) => name === "agui-kit:demo-agent");
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address || !plugin) throw new Error("The demo did not start.");
  const close = () => server.close();
  return {
    url: new URL(address).origin,
    agent: plugin.api,
    complaints,
    close,
    [Symbol.asyncDispose]: close,
  };
}
