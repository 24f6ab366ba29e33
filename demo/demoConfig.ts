import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";
import { agentProxy } from "./server/agentProxy.ts";
import { demoAgent } from "./server/demoAgent.ts";

const fromDemo = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Which agent the demo talks to. */
export interface DemoConfigOptions {
  /** An AG-UI endpoint. @defaultValue the demo's own agent, which follows a script */
  readonly agentUrl?: string | undefined;
  /** Sent with every request to `agentUrl`. */
  readonly agentHeaders?: Readonly<Record<string, string>>;
}

/**
 * Makes the configuration of the demo's dev server.
 *
 * `agui-kit` and its entries are aliases of the sources, so that a change in `src/` shows at once
 * and nothing needs to be built first. The page imports them by these names, as an application
 * would; what runs in Node (`server/`) names the files, because an alias does not reach it.
 */
export function demoConfig({ agentUrl, agentHeaders }: DemoConfigOptions = {}): UserConfig {
  return {
    root: fromDemo("."),
    cacheDir: fromDemo("../node_modules/.vite/demo"),
    plugins: [react(), demoAgent()],
    define: {
      __AGENT_URL__: JSON.stringify(agentUrl === undefined ? null : withoutSecrets(agentUrl)),
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

/** The page shows where its agent is, and neither a password nor a key belongs there. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
