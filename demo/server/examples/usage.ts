import type { TokenUsage } from "../../../src/protocol/events.ts";
import type { ExampleRequest, ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamReasoning, streamText } from "../streamSteps.ts";

/** Answers and reports the usage of each model at the end. */
export const usageExample: ExampleScript = (request) => {
  const { input, question } = request;
  const id = input.runId;
  const plan = findPlan(question);
  return run(
    input,
    [
      ...(plan.reasoning ? streamReasoning(`${id}-reasoning`, plan.reasoning) : []),
      ...streamText(`${id}-answer`, plan.answer),
    ],
    plan.usage(request),
  );
};

interface Plan {
  readonly words: RegExp;
  readonly reasoning?: string;
  readonly answer: string;
  readonly usage: (request: ExampleRequest) => TokenUsage[];
}

const plans: readonly Plan[] = [
  {
    words: /two|search|both/i,
    reasoning: "The small model can look through the pages. What it finds is for me to weigh.",
    answer:
      "A **small model** read twelve pages for me, and I, the **large one**, wrote this. Most of the tokens are its own, and most of the cost is mine: look at the table.",
    usage: (request) => [
      { ...mini, inputTokens: 41_300, outputTokens: 820 },
      large(request, { inputTokens: 3_900, outputTokens: 640, reasoningTokens: 410 }),
    ],
  },
  {
    words: /price|unknown|free/i,
    answer:
      "A model answered this that is **not in the price list**. Its tokens are counted, and the table says that the cost is only a part of it.",
    usage: (request) => [
      large(request, { inputTokens: 2_200, outputTokens: 90 }),
      { provider: "harbour", model: "echo-1", inputTokens: 1_800, outputTokens: 260 },
    ],
  },
  {
    words: /think|reason|hard/i,
    reasoning:
      "A question that takes some thought: the words that nobody reads are paid for as well. They are counted in the output, and named apart so that one can see it.",
    answer:
      "Of what I wrote, most was **thought and not said**. Reasoning is part of the output: it is not added to it.",
    usage: (request) => [
      large(request, { inputTokens: 2_100, outputTokens: 2_900, reasoningTokens: 2_640 }),
    ],
  },
];

const short: Plan = {
  words: /./,
  answer:
    "This was a short answer. What came before in our conversation is read from the **cache** from the second message on, at a tenth of the price.",
  usage: (request) => [large(request, { inputTokens: 1_900, outputTokens: 74 })],
};

function findPlan(question: string): Plan {
  return plans.find(({ words }) => words.test(question)) ?? short;
}

const mini = { provider: "northwind", model: "atlas-mini" } as const;

/** Returns the large model's usage, with the earlier messages as cached input. */
function large(
  { turn }: ExampleRequest,
  { inputTokens, ...counts }: { inputTokens: number } & Partial<TokenUsage>,
): TokenUsage {
  const cachedInputTokens = Math.max(0, turn - 1) * 1_400;
  return {
    provider: "northwind",
    model: "atlas-large",
    inputTokens: inputTokens + cachedInputTokens,
    ...(cachedInputTokens > 0 && { cachedInputTokens }),
    ...counts,
  };
}
