import { EventEncoder } from "@ag-ui/encoder";
import cors from "cors";
import express from "express";
import { serve } from "../serve.mjs";

/**
 * Serves agents of `@ag-ui/client` over HTTP, each run as a stream of AG-UI events.
 *
 * @param agents - By path, `createAgent()` for each request, and `stopRun(input)` for a run whose
 *   client has left before the end.
 */
export async function serveAgents(agents) {
  const app = express();
  app.use(cors(), express.json({ limit: "50mb" }));
  for (const [path, { createAgent, stopRun }] of Object.entries(agents)) {
    app.post(path, ({ body }, response) => {
      const encoder = new EventEncoder();
      const send = (event) => response.write(encoder.encode(event));
      response.setHeader("content-type", encoder.getContentType());
      const subscription = createAgent()
        .run(body)
        .subscribe({
          next: send,
          error(error) {
            send({ type: "RUN_ERROR", message: String(error?.message ?? error) });
            response.end();
          },
          complete: () => response.end(),
        });
      response.once("close", () => {
        subscription.unsubscribe();
        if (!response.writableEnded) stopRun?.(body);
      });
    });
  }
  await serve(app, Object.keys(agents));
}
