import { createOpenAI } from "@ai-sdk/openai";
import {
  BuiltInAgent,
  CopilotRuntime,
  defineTool,
  InMemoryAgentRunner,
} from "@copilotkit/runtime/v2";
import { createCopilotExpressHandler } from "@copilotkit/runtime/v2/express";
import express from "express";
import { z } from "zod";
import { startScriptedModel } from "../scriptedModel.mjs";
import { serve } from "../serve.mjs";

process.env.COPILOTKIT_TELEMETRY_DISABLED = "true";

const { apiKey, baseURL } = await startScriptedModel();
const model = createOpenAI({ apiKey, baseURL }).chat("gpt-4o");

/** The runtime pauses at this tool; the answer of the resume becomes its result. */
const deleteFile = defineTool({
  name: "delete_file",
  description: "Delete a file, if the user approves",
  parameters: z.object({ path: z.string() }),
  interrupt: true,
  interruptReason: "approve",
  interruptMessage: "Delete the file?",
});

const runtime = new CopilotRuntime({
  agents: {
    chat: new BuiltInAgent({ model }),
    interrupt: new BuiltInAgent({ model, tools: [deleteFile] }),
  },
  runner: new InMemoryAgentRunner(),
});

const app = express();
app.use(createCopilotExpressHandler({ runtime, basePath: "/api", cors: true }));

await serve(app, ["/api/agent/chat", "/api/agent/interrupt"]);
