// @ts-check
import process from "node:process";
import { fileURLToPath } from "node:url";
import { installFolder } from "./install.mjs";
import { exitCode } from "./run.mjs";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));

for (const folder of ["test/servers", "test/servers/large"]) await installFolder(folder);
process.env.TEST_SERVERS = "1";
process.exitCode = exitCode("npx", ["vitest", "run", "--project", "servers"]);
