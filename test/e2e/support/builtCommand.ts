import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Output and exit code of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Command line tool as published, built into a temporary folder. */
export interface BuiltCommand extends Disposable {
  readonly path: string;
  run(...args: readonly string[]): Promise<Ended>;
}

/**
 * Builds the command as `npm run build` does, and lays it out as installed, inside of the
 * repository so that it resolves its packages.
 */
export async function buildCommand(): Promise<BuiltCommand> {
  const folder = mkdtempSync(join(root, "node_modules/.agui-kit-command-"));
  const outDir = join(folder, "dist");
  await build({ root, logLevel: "error", build: { outDir, emptyOutDir: true, sourcemap: false } });
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  const path = join(outDir, "cli.js");
  return {
    path,
    run: (...args) => run(path, args),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function run(path: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
