import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EventEncoder } from "@ag-ui/encoder";
import { LangGraphAgent } from "@ag-ui/langgraph";
import { startServer } from "@langchain/langgraph-api/server";
import cors from "cors";
import express from "express";
import { serve } from "../serve.mjs";

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

const modes = {
  "/outcome": { emitInterruptOutcome: true, enableLegacyOnInterruptEvent: false },
  "/legacy": { emitInterruptOutcome: false, enableLegacyOnInterruptEvent: true },
};
const app = express();
app.use(cors(), express.json({ limit: "50mb" }));
for (const [path, mode] of Object.entries(modes)) {
  app.post(path, (request, response) => {
    const agent = new LangGraphAgent({ deploymentUrl, graphId: "ask", ...mode });
    const encoder = new EventEncoder();
    response.setHeader("content-type", encoder.getContentType());
    const subscription = agent.run(request.body).subscribe({
      next: (event) => response.write(encoder.encode(event)),
      error: (error) => {
        response.write(
          encoder.encode({ type: "RUN_ERROR", message: String(error?.message ?? error) }),
        );
        response.end();
      },
      complete: () => response.end(),
    });
    response.once("close", () => subscription.unsubscribe());
  });
}

await serve(app, Object.keys(modes));

/** Returns a port that is free now: the platform does not tell which one it has chosen. */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
