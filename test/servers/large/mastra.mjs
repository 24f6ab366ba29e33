import { EventEncoder } from "@ag-ui/encoder";
import { MastraAgent } from "@ag-ui/mastra";
import { createOpenAI } from "@ai-sdk/openai";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import cors from "cors";
import express from "express";
import { z } from "zod";
import { startScriptedModel } from "../scriptedModel.mjs";
import { serve } from "../serve.mjs";

const { apiKey, baseURL } = await startScriptedModel();
const model = createOpenAI({ apiKey, baseURL }).chat("gpt-4o");

const deleteFile = createTool({
  id: "delete_file",
  description: "Delete a file, if the user approves",
  inputSchema: z.object({ path: z.string() }),
  suspendSchema: z.object({ question: z.string() }),
  resumeSchema: z.any(),
  execute: async ({ path }, { agent }) => {
    const answer = agent?.resumeData;
    if (answer === undefined) return agent?.suspend({ question: `Delete ${path}?` });
    // language-check-ignore: the recorded results of this tool have the key `kept`
    return answer?.approved === true ? { deleted: path } : { kept: path, answer };
  },
});

const instructions = "Answer.";
const mastra = new Mastra({
  storage: new InMemoryStore(),
  agents: {
    chat: new Agent({ id: "chat", name: "chat", instructions, model }),
    interrupt: new Agent({
      id: "interrupt",
      name: "interrupt",
      instructions,
      model,
      tools: { delete_file: deleteFile },
    }),
  },
});

const app = express();
app.use(cors(), express.json({ limit: "50mb" }));
for (const name of ["chat", "interrupt"]) {
  app.post(`/${name}`, (request, response) => {
    const agent = new MastraAgent({
      agentId: name,
      agent: mastra.getAgent(name),
      resourceId: "user",
    });
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

await serve(app, ["/chat", "/interrupt"]);
