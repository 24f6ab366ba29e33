import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LangGraphAgent } from "@ag-ui/langgraph";
import { startServer } from "@langchain/langgraph-api/server";
import { serveAgents } from "./serveAgents.mjs";

process.env.LANGSMITH_TRACING = "false";
process.env.LANGGRAPH_AUTH_TYPE = "noop";

/** Folder for the files that the platform writes its threads to. */
const cwd = mkdtempSync(join(tmpdir(), "agui-kit-langgraph-"));
process.on("exit", () => rmSync(cwd, { recursive: true, force: true }));
const platform = await startServer({
  port: await freePort(),
  host: "127.0.0.1",
  nWorkers: 2,
  cwd,
  graphs: { ask: `${fileURLToPath(new URL("langgraphGraphs.mjs", import.meta.url))}:graph` },
});
const deploymentUrl = `http://${platform.host}`;

/** Returns an agent that asks with an outcome of its run or with a custom event. */
const asking = (emitInterruptOutcome, enableLegacyOnInterruptEvent) => ({
  createAgent: () =>
    new LangGraphAgent({
      deploymentUrl,
      graphId: "ask",
      emitInterruptOutcome,
      enableLegacyOnInterruptEvent,
    }),
});

await serveAgents({ "/outcome": asking(true, false), "/legacy": asking(false, true) });

/** Returns a port that is free now: the platform does not tell which one it has chosen. */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
