import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { expect, vi } from "vitest";
import { type DemoConfigOptions, demoConfig } from "../../demo/demoConfig.ts";
import type { DemoAgentStatus } from "../../demo/server/demoAgent.ts";

/** Dev server of the demo; `await using` closes it. */
export interface Demo extends AsyncDisposable {
  /** Address without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Status of the demo's own agent. */
  readonly agent: DemoAgentStatus;
  /** Warnings and errors that the server logged. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** Options of {@link startDemo} besides those of the agent. */
export interface StartDemoOptions extends DemoConfigOptions {
  /**
   * True to serve the page in a few files that the same server bundles from the same sources. A
   * page without bundles needs hundreds of requests, most of the time of a short test.
   * @defaultValue false
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
    // Bundles everything up front: lazy bundling makes open pages unavailable in the meantime.
    build: { rolldownOptions: { experimental: { devMode: { lazy: false } } } },
    // Vitest's NODE_ENV results in other bundles of the dependencies than `npm run demo`.
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
      // A changed file must not reload the page during a test.
      hmr: false,
      watch: null,
    },
  });
  const plugin = server.config.plugins.find(({ name }) => name === "agui-kit:demo-agent");
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address || !plugin) throw new Error("The demo did not start.");
  const { origin } = new URL(address);
  // A placeholder is served until the page is bundled.
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
