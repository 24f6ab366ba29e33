// @ts-check
import { spawn, spawnSync } from "node:child_process";
import process from "node:process";

/**
 * Runs a command with its output shown and no input, and throws when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 */
export function run(command, args, options = {}) {
  check(command, args, exitCode(command, args, options));
}

/**
 * Runs a command like {@link run}, and returns its exit code instead of throwing.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 * @returns {number}
 */
export function exitCode(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    ...complete(options),
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) throw error;
  return status ?? 1;
}

/**
 * Runs a command without input beside others, shows its output in one piece when it ends, and
 * rejects when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<void>}
 */
export async function runBeside(command, args) {
  const child = spawn(command, args, { ...complete({}), stdio: ["ignore", "pipe", "pipe"] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => output.push(chunk));
  }
  const status = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  process.stdout.write(Buffer.concat(output));
  check(command, args, status);
}

/** @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} options */
function complete({ cwd, env }) {
  return {
    cwd,
    env: { DEBIAN_FRONTEND: "noninteractive", ...process.env, ...env },
    // npm and npx are scripts on Windows, which only a shell starts.
    shell: process.platform === "win32",
  };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {number | null} status - Null when a signal ended the command.
 */
function check(command, args, status) {
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with code ${status ?? 1}.`);
}
