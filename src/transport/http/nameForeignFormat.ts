import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";

const isString = (value: unknown): value is string => typeof value === "string";
const startsWith = (value: unknown, start: string) => isString(value) && value.startsWith(start);

/** Types of the messages of LangChain, which LangGraph streams as values. */
const LANGCHAIN_TYPES: ReadonlySet<unknown> = new Set([
  ...["human", "ai", "tool", "system"],
  ...["AIMessage", "AIMessageChunk", "HumanMessage", "ToolMessage"],
]);

const isLangChainList = (messages: unknown) =>
  Array.isArray(messages) &&
  messages.some((message) => isRecord(message) && LANGCHAIN_TYPES.has(message.type));

/** True for a frame of LangGraph: the metadata of a run, messages, the updates of nodes, or an event of LangChain. */
function isLangGraphFrame(frame: UnknownRecord): boolean {
  const { type, messages, run_id: runId, attempt, event } = frame;
  if (type !== undefined) return false;
  return (
    isLangChainList(messages) ||
    (isString(runId) && typeof attempt === "number") ||
    (isString(event) && /^on_(chain|chat_model|llm|tool|retriever|prompt|parser)_/.test(event)) ||
    Object.values(frame).some((update) => isRecord(update) && isLangChainList(update.messages))
  );
}

/** Formats of other systems by a mark that no AG-UI event has. */
const FORMATS: readonly (readonly [name: string, isOf: (frame: UnknownRecord) => boolean])[] = [
  ["an OpenAI response", ({ object }) => object === "chat.completion" || object === "response"],
  [
    "an Anthropic response",
    ({ type, role, content }) => type === "message" && isString(role) && Array.isArray(content),
  ],
  [
    "a stream of the OpenAI Agents SDK",
    ({ type }) =>
      isString(type) &&
      /^(raw_response|raw_model_stream|run_item_stream|agent_updated_stream)_event$/.test(type),
  ],
  [
    "an OpenAI stream",
    ({ object, choices, type }) =>
      startsWith(object, "chat.completion") ||
      startsWith(object, "thread.") ||
      Array.isArray(choices) ||
      startsWith(type, "response."),
  ],
  [
    "an Anthropic stream",
    ({ type, message, content_block: block }) =>
      (type === "message_start" && isRecord(message)) ||
      (type === "content_block_start" && isRecord(block)),
  ],
  [
    "a Bedrock stream",
    (frame) => ["contentBlockDelta", "messageStart"].some((name) => isRecord(frame[name])),
  ],
  [
    "a Cohere stream",
    ({ type, event_type: eventType }) =>
      type === "content-delta" || (isString(eventType) && /^(stream|text)-/.test(eventType)),
  ],
  [
    "a Dify stream",
    (frame) =>
      isString(frame.event) &&
      ["task_id", "conversation_id", "answer"].some((name) => isString(frame[name])),
  ],
  [
    "a stream of Google ADK",
    ({ author, content, invocationId, invocation_id: snakeCaseId }) =>
      isString(author) && (isRecord(content) || isString(invocationId ?? snakeCaseId)),
  ],
  ["a Gemini stream", ({ candidates }) => Array.isArray(candidates)],
  [
    "an Ollama stream",
    ({ model, done, message, response }) =>
      isString(model) && typeof done === "boolean" && (isRecord(message) || isString(response)),
  ],
  ["a LangGraph stream", isLangGraphFrame],
  [
    "a stream of Agno",
    ({ event, run_id: runId }) =>
      isString(event) && /^(Team)?(Run|ToolCall)[A-Z]/.test(event) && isString(runId),
  ],
  [
    "a stream of LlamaIndex",
    ({ type, value }) => isString(type) && /^(Agent|ToolCall)|Event$/.test(type) && isRecord(value),
  ],
  [
    "a stream of AutoGen",
    ({ type, source, models_usage: usage }) =>
      isString(type) && isString(source) && usage !== undefined,
  ],
  [
    "an n8n stream",
    ({ type, metadata }) =>
      isString(type) &&
      isRecord(metadata) &&
      ["nodeId", "nodeName"].every((name) => isString(metadata[name])),
  ],
  [
    "a stream of Text Generation Inference",
    ({ token }) => isRecord(token) && isString(token.text) && "logprob" in token,
  ],
  [
    "a Flowise stream",
    ({ event, data, ...others }) =>
      isString(event) &&
      /^(start|token|metadata|agentFlowEvent|nextAgentFlow|agentReasoning|usedTools|sourceDocuments)$/.test(
        event,
      ) &&
      data !== undefined &&
      Object.keys(others).length === 0,
  ],
  ["JSON-RPC, as MCP and A2A use it", ({ jsonrpc }) => jsonrpc === "2.0"],
  [
    "a stream of the AI SDK",
    ({ type }) =>
      isString(type) && /^(start-step$|(text|reasoning|tool-input|tool-output)-)/.test(type),
  ],
];

/** Formats whose frames are not JSON. */
const TEXT_FORMATS: readonly (readonly [name: string, pattern: RegExp])[] = [
  // The lines of the older stream of the AI SDK: `0:"text"`.
  ["a stream of the AI SDK", /^\s*[0-9a-g]:["{[]/],
  ["Python dictionaries, which `json.dumps` writes as JSON", /^\s*(data:\s*)?\{'\w+':/],
];

/**
 * Returns the name of the system whose format a frame has, for example `"an OpenAI stream"`; `undefined` for an
 * AG-UI event and for an unknown format. Used for hints in development only.
 */
export function nameForeignFormat(frame: unknown): string | undefined {
  if (isString(frame)) return TEXT_FORMATS.find(([, pattern]) => pattern.test(frame))?.[0];
  // LangGraph streams messages alone as a list of them.
  if (isLangChainList(frame)) return "a LangGraph stream";
  if (!isRecord(frame)) return undefined;
  return FORMATS.find(([, isOf]) => isOf(frame))?.[0];
}
