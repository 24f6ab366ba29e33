// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBeside } from "./run.mjs";

/**
 * Installs a test folder that has dependencies of its own, unless its installation matches the
 * lockfile.
 *
 * @param {string} folder
 */
export async function installFolder(folder) {
  const lockfile = join(folder, "package-lock.json");
  if (!existsSync(lockfile)) {
    console.log(`${folder} has no lockfile: nothing to install.`);
    return;
  }
  const stamp = join(folder, "node_modules", ".installed-from");
  const hash = createHash("sha256").update(readFileSync(lockfile)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) {
    console.log(`${folder} is up to date.`);
    return;
  }
  await runBeside("npm", ["ci", "--no-audit", "--no-fund", "--prefix", folder]);
  writeFileSync(stamp, hash);
}
