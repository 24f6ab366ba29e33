import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";
import { agentProxy } from "./server/agentProxy.ts";
import { demoAgent } from "./server/demoAgent.ts";

const fromDemo = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Options that select the demo's agent. */
export interface DemoConfigOptions {
  /**
   * URL of an AG-UI endpoint.
   * @defaultValue the demo's own agent, which follows a script
   */
  readonly agentUrl?: string | undefined;
  /** Headers of every request to `agentUrl`. */
  readonly agentHeaders?: Readonly<Record<string, string>>;
  /**
   * Name of the dialect that `agentUrl` speaks: `tanstack` or `hector`.
   * @defaultValue AG-UI itself
   */
  readonly agentDialect?: string | undefined;
}

/**
 * Creates the configuration of the demo's dev server. Aliases map `agui-kit` and its entries to the
 * sources, so that changes in `src/` apply without a build. The page imports them by these names,
 * as an application would; `server/` runs in Node, where aliases do not apply, and imports the
 * files.
 */
export function demoConfig({
  agentUrl,
  agentHeaders,
  agentDialect,
}: DemoConfigOptions = {}): UserConfig {
  return {
    root: fromDemo("."),
    cacheDir: fromDemo("../node_modules/.vite/demo"),
    plugins: [react(), demoAgent()],
    define: {
      __AGENT_URL__: JSON.stringify(agentUrl === undefined ? null : withoutSecrets(agentUrl)),
      __AGENT_DIALECT__: JSON.stringify(agentDialect ?? null),
    },
    resolve: {
      alias: [
        { find: /^agui-kit$/, replacement: fromDemo("../src/index.ts") },
        { find: /^agui-kit\/core$/, replacement: fromDemo("../src/core.ts") },
        { find: /^agui-kit\/dialects$/, replacement: fromDemo("../src/dialects.ts") },
        { find: /^agui-kit\/styles\.css$/, replacement: fromDemo("../src/styles/index.css") },
      ],
    },
    server: {
      proxy:
        agentUrl === undefined
          ? {}
          : agentProxy({ url: agentUrl, ...(agentHeaders && { headers: agentHeaders }) }),
    },
  };
}

/** Removes credentials and the query from a URL, because the page displays the URL. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
