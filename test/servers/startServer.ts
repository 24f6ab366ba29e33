import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** The servers that have a start script in this folder. */
export type ServerName =
  | "strands"
  | "tanstack"
  | "large/copilotkit"
  | "large/langgraph"
  | "large/mastra";

/** A server in a separate process; `await using` stops the process when the block ends. */
export interface RunningServer extends AsyncDisposable {
  /** Address without a trailing slash: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Paths of the agents, to append to `url`. README.md describes their answers. */
  readonly paths: readonly string[];
  /** Ends the process and resolves when it has exited. Calling again has no effect. */
  stop(): Promise<void>;
}

type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

const READY_DEADLINE_MS = 20_000;
const STOP_DEADLINE_MS = 5_000;

/**
 * Starts a real AG-UI server and resolves when the server listens.
 *
 * @example
 * ```ts
 * await using server = await startServer("strands");
 * const agent = httpAgent({ url: `${server.url}/chat` });
 * ```
 * @throws Error with what the server wrote to standard error, when it ends or stays silent instead
 * of getting ready.
 */
export async function startServer(name: ServerName): Promise<RunningServer> {
  const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "pipe"] });
  try {
    const { url, paths } = await readReadyLine(child, name);
    const stop = () => stopProcess(child);
    return { url, paths, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}

function readReadyLine(child: ServerProcess, name: ServerName): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    const fail = (what: string) => {
      clearTimeout(deadline);
      const hint = stderr.includes("ERR_MODULE_NOT_FOUND") ? "\nRun `npm ci` in test/servers." : "";
      reject(new Error(`The ${name} server ${what}. It wrote:\n${stderr || "(nothing)"}${hint}`));
    };
    const deadline = setTimeout(
      () => fail(`was not ready after ${READY_DEADLINE_MS} ms`),
      READY_DEADLINE_MS,
    );

    child.once("error", (error) => fail(`could not be started (${error.message})`));
    child.once("close", (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
    // Both pipes are read completely, because a full pipe would block the server.
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (!stdout.includes("\n")) return;
      clearTimeout(deadline);
      const ready = parseReadyLine(stdout);
      if (ready) resolve(ready);
      else fail(`printed ${stdout.trim()} instead of its ready line`);
    });
  });
}

interface ReadyLine {
  url: string;
  paths: string[];
}

function parseReadyLine(text: string): ReadyLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isReadyLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isReadyLine(value: unknown): value is ReadyLine {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    typeof value.url === "string" &&
    "paths" in value &&
    Array.isArray(value.paths)
  );
}

async function stopProcess(child: ServerProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
  child.kill("SIGTERM");
  await exit;
  clearTimeout(force);
}
