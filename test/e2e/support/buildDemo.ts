import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { demoConfig } from "../../../demo/demoConfig.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the built demo. */
    demoFolder: string;
  }
}

/**
 * Builds the demo once for all test files, into a temporary folder. The build contains the
 * development code of React and of the kit, whose warnings fail a test.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), "agui-kit-demo-"));
  const remove = () => rmSync(outDir, { recursive: true, force: true });
  try {
    const config = demoConfig();
    await build({
      ...config,
      configFile: false,
      mode: "development",
      logLevel: "error",
      define: {
        // Each server sets the address and the dialect of its agent in the page.
        __AGENT_URL__: "globalThis.demoAgentUrl",
        __AGENT_DIALECT__: "globalThis.demoAgentDialect",
        "process.env.NODE_ENV": JSON.stringify("development"),
      },
      build: { outDir, minify: false, reportCompressedSize: false },
    });
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("demoFolder", outDir);
  return remove;
}
