import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, vi } from "vitest";
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

/** What a test wants of the demo's server beside an agent. */
export interface StartDemoOptions extends DemoConfigOptions {
  /**
   * Serves the page in a few files, made by the same server of the same sources: hundreds of requests
   * for each page that is opened are most of what a short test waits for. @defaultValue false
   */
  readonly isBundled?: boolean;
}

/** Starts the demo as `npm run demo` does, on a free port. */
export async function startDemo({
  isBundled = false,
  ...options
}: StartDemoOptions = {}): Promise<Demo> {
  const config = demoConfig(options);
  const complaints: string[] = [];
  const complain = (message: string) => complaints.push(message);
  const server = await createServer({
    ...config,
    configFile: false,
    experimental: { bundledDev: isBundled },
    // All at once: what is bundled when it is asked for takes the page of others away meanwhile.
    build: { rolldownOptions: { experimental: { devMode: { lazy: false } } } },
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
  const { origin } = new URL(address);
  // Until it is bundled, another page stands in for it.
  const page = async () => expect(await (await fetch(origin)).text()).toContain('id="root"');
  if (isBundled) await vi.waitFor(page, { timeout: 90_000 });
  const close = () => server.close();
  return {
    url: origin,
    agent: plugin.api,
    complaints,
    close,
    [Symbol.asyncDispose]: close,
  };
}
