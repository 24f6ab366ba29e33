// @ts-check
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { run } from "../run/run.mjs";

/** The manifest of the package in the current folder. */
export const manifest =
  /** @type {{ name: string; dependencies: Record<string, string>; peerDependencies: Record<string, string> }} */ (
    JSON.parse(readFileSync("package.json", "utf8"))
  );

/** The report of `npm pack`: number of files, bytes of the tarball, bytes of the files. */
/** @typedef {{ filename: string; entryCount: number; size: number; unpackedSize: number }} Packed */

/**
 * Packs what `npm publish` would upload and unpacks the tarball into a project.
 *
 * @param {string} project
 * @returns {{ folder: string; packed: Packed }} The folder of the installed package, and the report.
 */
export function installKit(project) {
  const output = execFileSync("npm", ["pack", "--json", "--pack-destination", project], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  /** @type {[Packed]} */
  const [packed] = JSON.parse(output);
  const folder = join(project, "node_modules", manifest.name);
  mkdirSync(folder, { recursive: true });
  run("tar", ["-xzf", join(project, packed.filename), "-C", folder, "--strip-components=1"]);
  return { folder, packed };
}

/**
 * Links packages of this repository into a project.
 *
 * @param {string} project
 * @param {readonly string[]} packages
 * @param {string} [from] Folder whose packages are linked.
 */
export function linkPackages(project, packages, from = ".") {
  for (const name of packages) {
    const target = join(project, "node_modules", name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(resolve(from, "node_modules", name), target, "junction");
  }
}

/**
 * Calls a function with an empty project folder, and deletes the folder afterwards.
 *
 * @template T
 * @param {(project: string) => T | Promise<T>} use
 */
export async function withProject(use) {
  const project = mkdtempSync(join(tmpdir(), "agui-kit-project-"));
  try {
    return await use(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
