import { MastraAgent } from "@ag-ui/mastra";
import { createOpenAI } from "@ai-sdk/openai";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { startScriptedModel } from "../scriptedModel.mjs";
import { serveAgents } from "./serveAgents.mjs";

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

/** Returns an agent that continues a run whose client has left, as `@ag-ui/mastra` does by itself. */
const unstoppable = (agentId) => ({
  createAgent: () =>
    new MastraAgent({ agentId, agent: mastra.getAgent(agentId), resourceId: "user" }),
});

/** Returns an agent that stops a run whose client has left. */
const stoppable = (agentId) => ({
  ...unstoppable(agentId),
  stopRun: ({ runId }) => mastra.getAgent(agentId).abortRunStream(runId),
});

await serveAgents({
  "/chat": stoppable("chat"),
  "/chat-unstoppable": unstoppable("chat"),
  "/interrupt": stoppable("interrupt"),
});
