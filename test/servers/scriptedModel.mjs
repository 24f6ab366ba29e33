import { LLMock } from "@copilotkit/aimock";

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

const RECIPE = {
  title: "Pasta al Pomodoro",
  skill_level: "Beginner",
  cooking_time: "30 min",
  special_preferences: ["Vegetarian"],
  ingredients: [
    { icon: "🍅", name: "Tomatoes", amount: "400 g" },
    { icon: "🍝", name: "Spaghetti", amount: "320 g" },
  ],
  instructions: ["Boil the water", "Cook the pasta", "Mix with the sauce"],
};

/**
 * Starts an OpenAI-compatible endpoint on a free port of 127.0.0.1 that gives each known user text
 * its known answer, as listed in README.md, and echoes every other text.
 *
 * Both servers use it, so that the same words get the same answer and only the streams differ.
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
  for (const call of toolCalls) scriptToolCall(model, call);
  model.on({ userMessage: /[\s\S]*/ }, (request) => ({
    content: `You said: ${lastUserText(request)}`,
  }));

  await model.start();
  return { baseURL: `${model.url}/v1`, apiKey: "unused" };
}

const toolCalls = [
  {
    text: "weather in Paris?",
    id: "call_weather",
    name: "get_weather",
    args: { location: "Paris" },
    answer: "It is 18°C and sunny in Paris.",
  },
  {
    text: "an italian recipe",
    id: "call_recipe",
    name: "generate_recipe",
    args: { recipe: RECIPE },
    answer: "I wrote a pasta recipe.",
  },
  {
    text: "schedule a meeting",
    id: "call_meet",
    name: "schedule_meeting",
    args: { topic: "Q2 goals", attendee: "Alice" },
    answer: "The meeting is settled.",
  },
  {
    text: "make the background blue",
    id: "call_bg",
    name: "change_background",
    args: { background: "linear-gradient(90deg, #00f, #08f)" },
    answer: "Done! The background is blue now.",
  },
];

function scriptToolCall(model, { text, id, name, args, answer }) {
  const userMessage = exactly(text);
  model.on({ userMessage, hasToolResult: true }, { content: answer });
  model.on({ userMessage, hasToolResult: false }, (request) => ({
    // The turn's number keeps ids unique when one thread asks the same thing twice.
    toolCalls: [
      { id: `${id}_${userTexts(request).length}`, name, arguments: JSON.stringify(args) },
    ],
  }));
}

function recallUserTexts(request) {
  return { content: `You said: ${userTexts(request).slice(0, -1).join(" / ")}` };
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
