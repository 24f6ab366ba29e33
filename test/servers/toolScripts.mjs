const SORRY = "Sorry, I could not change it.";

const blue = {
  id: "call_bg",
  name: "change_background",
  args: { background: "linear-gradient(90deg, #00f, #08f)" },
};
const big = { id: "call_size", name: "set_font_size", args: { size: 24 } };

const deletionOf = (path, id) => ({ id, name: "delete_file", args: { path } });

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
 * Scripts of the model's tool calls, by user text. `steps` are the calls that are made at once; a
 * step follows when the previous calls have results. `answer` is the final text or a function of
 * the answered calls, `sorry` the text after a failed call.
 */
export const toolScripts = [
  {
    text: "weather in Paris?",
    steps: [[{ id: "call_weather", name: "get_weather", args: { location: "Paris" } }]],
    answer: "It is 18°C and sunny in Paris.",
  },
  {
    text: "an italian recipe",
    steps: [[{ id: "call_recipe", name: "generate_recipe", args: { recipe: RECIPE } }]],
    answer: "I wrote a pasta recipe.",
  },
  {
    text: "schedule a meeting",
    steps: [
      [
        {
          id: "call_meet",
          name: "schedule_meeting",
          args: { topic: "Q2 goals", attendee: "Alice" },
        },
      ],
    ],
    answer: "The meeting is settled.",
  },
  {
    text: "delete the draft",
    steps: [[deletionOf("/dat/a", "call_del")]],
    answer: describeDeletions,
  },
  {
    text: "delete both drafts",
    steps: [[deletionOf("/dat/a", "call_del_a"), deletionOf("/dat/b", "call_del_b")]],
    answer: describeDeletions,
  },
  {
    text: "make the background blue",
    steps: [[blue]],
    answer: "Done! The background is blue now.",
    sorry: SORRY,
  },
  {
    text: "make it blue and big",
    steps: [[blue, big]],
    answer: "Done! It is blue and big now.",
    sorry: SORRY,
  },
  {
    text: "make it blue, then big",
    steps: [[blue], [big]],
    answer: "Done! First it got blue, then big.",
    sorry: SORRY,
  },
  {
    text: "make the background broken",
    steps: [[{ ...blue, args: { background: 5 } }]],
    answer: "Done! The background is broken now.",
    sorry: SORRY,
  },
];

/**
 * Returns the model's next text or calls.
 *
 * @param script - Entry of `toolScripts`.
 * @param turn - OpenAI messages after the last user message.
 * @param turnNumber - Makes the ids of calls unique when a thread sends the same text twice.
 */
export function nextReply({ steps, answer, sorry }, turn, turnNumber) {
  const calls = answeredCalls(turn);
  if (sorry && calls.some(hasFailed)) return { content: sorry };
  const step = steps[countAnsweredSteps(turn)];
  if (!step) return { content: typeof answer === "function" ? answer(calls) : answer };
  return {
    toolCalls: step.map(({ id, name, args }) => ({
      id: `${id}_${turnNumber}`,
      name,
      arguments: JSON.stringify(args),
    })),
  };
}

function countAnsweredSteps(turn) {
  const isLastResult = ({ role }, index) => role === "tool" && turn[index + 1]?.role !== "tool";
  return turn.filter(isLastResult).length;
}

function answeredCalls(turn) {
  const calls = turn.flatMap((message) => message.tool_calls ?? []);
  return turn
    .filter(({ role }) => role === "tool")
    .map(({ tool_call_id, content }) => ({
      args: parseObject(calls.find(({ id }) => id === tool_call_id)?.function.arguments),
      result: content,
    }));
}

function hasFailed({ result }) {
  return /\b(error|fail\w*|invalid|denied|declined|rejected|stopped|interrupted|cancell?ed|cannot|not)\b/i.test(
    result,
  );
}

function describeDeletions(calls) {
  return calls
    .map(({ args, result }) => {
      const { deleted } = parseObject(result);
      return deleted ? `Deleted ${deleted}.` : `Kept ${args.path}.`;
    })
    .join(" ");
}

function parseObject(json) {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}
