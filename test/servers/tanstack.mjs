import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  chat,
  chatParamsFromRequestBody,
  defineInterrupt,
  memoryStream,
  mergeAgentTools,
  resumeServerSentEventsResponse,
  toHttpResponse,
  toolDefinition,
  toServerSentEventsResponse,
} from "@tanstack/ai";
import { createOpenaiChat, createOpenaiChatCompletions } from "@tanstack/ai-openai";
import cors from "cors";
import express from "express";
import { z } from "zod";
import { startScriptedModel } from "./scriptedModel.mjs";
import { serve } from "./serve.mjs";
import { weatherIn } from "./weatherIn.mjs";

const { apiKey, baseURL } = await startScriptedModel();
const chatModel = createOpenaiChatCompletions("gpt-4o", apiKey, { baseURL });
const reasoningModel = createOpenaiChat("gpt-5", apiKey, { baseURL });

const getWeather = toolDefinition({
  name: "get_weather",
  description: "The weather in a city",
  inputSchema: z.object({ location: z.string() }),
}).server(({ location }) => weatherIn(location));

const deletion = {
  name: "delete_file",
  description: "Delete a file, if the user approves",
  inputSchema: z.object({ path: z.string() }),
  needsApproval: true,
};
const remove = ({ path }) => ({ deleted: path });
const deleteFile = toolDefinition(deletion).server(remove);
const deleteFileOrSayWhy = toolDefinition({
  ...deletion,
  approvalSchema: { reject: z.object({ reason: z.string() }) },
}).server(remove);

const pickTime = defineInterrupt({
  id: "pick_time",
  responseSchema: z.object({ time: z.string() }),
});
/**
 * Interrupts once before the model answers; the first number in the user's text is the expiry in
 * milliseconds.
 */
const askTime = () => {
  let isAnswered = false;
  return {
    onInterruptBoundary({ phase, messages }) {
      const [ms] = /\d+/.exec(messages.at(-1)?.content) ?? [];
      if (phase !== "beforeModel" || isAnswered || ms === undefined) return undefined;
      const expiresAt = new Date(Date.now() + Number(ms)).toISOString();
      const question = { key: "meeting", reason: "input_required", message: "When?", expiresAt };
      return { interrupts: [pickTime.interrupt(question)] };
    },
    onInterruptResolution() {
      isAnswered = true;
    },
  };
};

const endpoints = {
  "/chat": { adapter: chatModel },
  "/backend-tool": { adapter: chatModel, tools: [getWeather] },
  "/reasoning": { adapter: reasoningModel },
  "/frontend-tool": { adapter: chatModel },
  "/interrupt": { adapter: chatModel, tools: [deleteFile] },
  "/interrupt-reason": { adapter: chatModel, tools: [deleteFileOrSayWhy] },
  "/interrupt-expiring": { adapter: chatModel, interrupts: [pickTime], makeMiddleware: askTime },
  "/chat-ndjson": { adapter: chatModel, toResponse: toNdjsonResponse },
  "/durable": { adapter: chatModel, isDurable: true },
};

const app = express();
app.use(cors(), express.json({ limit: "50mb" }));

for (const [path, endpoint] of Object.entries(endpoints)) {
  app.post(path, async (request, response) => {
    const params = await chatParamsFromRequestBody(request.body).catch((cause) => cause);
    if (params instanceof Error) {
      response.status(400).json({ error: params.message });
      return;
    }
    const abortController = new AbortController();
    // A durable run continues without its reader.
    if (!endpoint.isDurable) response.once("close", () => abortController.abort());
    await send(answer(params, endpoint, abortController), response);
  });
}

app.get("/durable", async ({ url, headers }, response) => {
  const lastEventId = headers["last-event-id"];
  const request = new Request(new URL(url, "http://127.0.0.1"), {
    headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
  });
  const replay = resumeServerSentEventsResponse({ adapter: memoryStream(request) });
  await send(replay, response);
});

await serve(app, Object.keys(endpoints));

function answer(params, endpoint, abortController) {
  const { adapter, tools = [], interrupts, makeMiddleware, isDurable } = endpoint;
  const { toResponse = toServerSentEventsResponse } = endpoint;
  const stream = chat({
    adapter,
    tools: mergeAgentTools(tools, params.tools),
    messages: params.messages,
    threadId: params.threadId,
    runId: params.runId,
    parentRunId: params.parentRunId,
    resume: params.resume,
    interrupts,
    middleware: makeMiddleware && [makeMiddleware()],
    abortController,
  });
  const { runId } = params;
  // Sends every event with its position as soon as the log has it.
  const durability = isDurable && { adapter: memoryStream({ runId }), batch: 1 };
  return toResponse(stream, { abortController, ...(durability && { durability }) });
}

function toNdjsonResponse(stream, init) {
  // The library sets no content type for NDJSON, and clients choose their parser by content type.
  return toHttpResponse(stream, { ...init, headers: { "Content-Type": "application/x-ndjson" } });
}

async function send({ status, headers, body }, response) {
  response.status(status).setHeaders(headers).flushHeaders();
  // A disconnected client is not an error of the server.
  await pipeline(Readable.fromWeb(body), response).catch(() => response.destroy());
}
