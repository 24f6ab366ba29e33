import { LLMock } from "@copilotkit/aimock";
import { historyFaults } from "./historyFaults.mjs";
import { nextReply, toolScripts } from "./toolScripts.mjs";

const STORY = `# Café résumé

Once upon a time — 昔々 — there was a 👩‍👩‍👧‍👦 family.

- one **bold** item
- a \`code\` item

\`\`\`ts
const x: number = 1; // <b>not html</b>
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

<script>alert(1)</script> The end. 🏁`;

/**
 * Starts an OpenAI-compatible endpoint on a free port of 127.0.0.1 that answers each scripted user
 * text as listed in README.md, and echoes every other text.
 *
 * Both servers use the endpoint, so that the same text gets the same answer and only the streams
 * differ.
 *
 * @returns `{ baseURL, apiKey }` for an OpenAI client.
 */
export async function startScriptedModel() {
  const model = new LLMock({ port: 0, chunkSize: 12 });
  const says = (text, response, options) =>
    model.on({ userMessage: exactly(text) }, response, options);

  says("hello", { content: "Hello! How can I help you today?" });
  says("tell me a story", { content: STORY });
  says("what did I say?", recallUserTexts);
  says("count slowly", { content: countTo(300) }, { latency: 100 });
  says("fail now", {
    error: { message: "The model is overloaded", type: "server_error" },
    status: 400,
  });
  says(
    "cut off",
    { content: "This answer will be cut off in the middle." },
    { truncateAfterChunks: 4, latency: 20 },
  );
  says("think: 6 times 7", {
    reasoning: "The user asks for 6 times 7. Six sevens are forty-two.",
    content: "6 × 7 = 42.",
  });
  says("what did the tools say?", recallToolResults);
  says("is the history valid?", judgeHistory);
  for (const script of toolScripts) {
    says(
      script.text,
      (request) => nextReply(script, currentTurn(request), userTexts(request).length),
      // A test can stop an answer between two pieces.
      { latency: 20 },
    );
  }
  model.on({ userMessage: /[\s\S]*/ }, (request) => ({
    content: `You said: ${lastUserText(request)}`,
  }));

  await model.start();
  return { baseURL: `${model.url}/v1`, apiKey: "unused" };
}

function recallUserTexts(request) {
  return { content: `You said: ${userTexts(request).slice(0, -1).join(" / ")}` };
}

function recallToolResults({ messages }) {
  const results = messages.filter(({ role }) => role === "tool");
  return { content: `They said: ${results.map(({ content }) => textOf(content)).join(" / ")}` };
}

function judgeHistory({ messages }) {
  const faults = historyFaults(messages);
  return {
    content: faults.length > 0 ? `Invalid: ${faults.join(", ")}.` : "The history is valid.",
  };
}

function currentTurn({ messages }) {
  return messages
    .slice(messages.findLastIndex(({ role }) => role === "user") + 1)
    .map((message) => ({ ...message, content: textOf(message.content) }));
}

function lastUserText(request) {
  return userTexts(request).at(-1) ?? "";
}

function userTexts(request) {
  return request.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => textOf(content));
}

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? [])
    .filter(({ type }) => type === "text")
    .map(({ text }) => text)
    .join("");
}

function countTo(last) {
  return Array.from({ length: last }, (_, index) => index + 1).join(", ");
}

function exactly(text) {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i");
}
