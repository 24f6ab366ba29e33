import { StrandsAgent } from "@ag-ui/aws-strands";
import { addStrandsExpressEndpoint } from "@ag-ui/aws-strands/server";
import { Agent, tool } from "@strands-agents/sdk";
import { OpenAIModel } from "@strands-agents/sdk/models/openai";
import cors from "cors";
import express from "express";
import { z } from "zod";
import { startScriptedModel } from "./scriptedModel.mjs";
import { serve } from "./serve.mjs";
import { weatherIn } from "./weatherIn.mjs";

const { apiKey, baseURL } = await startScriptedModel();
const client = { apiKey, clientConfig: { baseURL } };
const chatModel = new OpenAIModel({ api: "chat", modelId: "gpt-4o", ...client });
const reasoningModel = new OpenAIModel({ api: "responses", modelId: "gpt-5", ...client });

const getWeather = tool({
  name: "get_weather",
  description: "The weather in a city",
  inputSchema: z.object({ location: z.string() }),
  callback: ({ location }) => weatherIn(location),
});

const generateRecipe = tool({
  name: "generate_recipe",
  description: "Write the recipe into the shared state",
  inputSchema: z.object({ recipe: z.looseObject({ title: z.string() }) }),
  callback: () => "Recipe updated",
});

const scheduleMeeting = tool({
  name: "schedule_meeting",
  description: "Schedule a meeting at a time that the user picks",
  inputSchema: z.object({ topic: z.string(), attendee: z.string() }),
  callback: ({ topic, attendee }, context) => ({
    scheduled: context.interrupt({
      name: "pick_time",
      reason: { question: "When?", topic, attendee },
    }),
  }),
});

const deleteFile = tool({
  name: "delete_file",
  description: "Delete a file, if the user approves",
  inputSchema: z.object({ path: z.string() }),
  callback: ({ path }, context) => {
    const answer = context.interrupt({ name: "approve", reason: `Delete ${path}?` });
    // language-check-ignore: the recorded results of this tool have the key `kept`
    return answer?.approved === true ? { deleted: path } : { kept: path, answer };
  },
});

const sharedRecipe = {
  toolBehaviors: {
    generate_recipe: {
      predictState: [{ stateKey: "recipe", tool: "generate_recipe", toolArgument: "recipe" }],
      stateFromArgs: ({ toolInput }) => ({ recipe: toolInput.recipe }),
    },
  },
};

const endpoints = {
  "/chat": {},
  "/backend-tool": { tools: [getWeather] },
  "/reasoning": { model: reasoningModel },
  "/shared-state": { tools: [generateRecipe], config: sharedRecipe },
  "/interrupt": { tools: [scheduleMeeting, deleteFile] },
  "/interrupt-parallel": { tools: [scheduleMeeting, deleteFile], model: reasoningModel },
  "/frontend-tool": {},
  "/frontend-tool-parallel": { model: reasoningModel },
};

const app = express();
app.use(cors(), express.json({ limit: "50mb" }));

for (const [path, { tools = [], model = chatModel, config }] of Object.entries(endpoints)) {
  // The printer would write the answers to standard output.
  const agent = new Agent({ model, tools, printer: false });
  const name = path.slice(1);
  addStrandsExpressEndpoint(app, new StrandsAgent({ agent, name, config }), { path });
}

await serve(app, Object.keys(endpoints));
