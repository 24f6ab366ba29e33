// @ts-check
import { spawnSync } from "node:child_process";
import process from "node:process";

/**
 * Runs a command with its output shown and no input, and throws when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 */
export function run(command, args, options = {}) {
  const status = exitCode(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with code ${status}.`);
}

/**
 * Runs a command like {@link run}, and returns its exit code instead of throwing.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 * @returns {number}
 */
export function exitCode(command, args, { cwd, env } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    env: { DEBIAN_FRONTEND: "noninteractive", ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    // npm and npx are scripts on Windows, which only a shell starts.
    shell: process.platform === "win32",
  });
  if (error) throw error;
  return status ?? 1;
}
