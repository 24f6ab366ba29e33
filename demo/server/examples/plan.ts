import type { ScriptStep } from "../../../src/testing.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

interface Plan {
  readonly steps: readonly string[];
  readonly summary: string;
}

const plans: readonly (readonly [words: RegExp, plan: Plan])[] = [
  [
    /launch|product/i,
    {
      steps: [
        "Collect what beta testers said",
        "Agree on the price",
        "Write the announcement",
        "Rehearse the demo",
        "Pick the day",
      ],
      summary:
        "The launch is planned for a **Tuesday**: journalists have read their mail by then, and nobody is on the way into the weekend.\n\n- The price is agreed\n- The announcement is two paragraphs long\n- The demo runs without the network",
    },
  ],
  [
    /dinner|eight|guests/i,
    {
      steps: [
        "Ask who cannot eat what",
        "Choose three courses",
        "Write the shopping list",
        "Cook what can wait",
        "Set the table",
      ],
      summary:
        "Dinner for eight stands: *soup*, *lasagne*, *lemon tart*. Only the salad is left for the last ten minutes.",
    },
  ],
  [
    /move|server|blog|migrat/i,
    {
      steps: [
        "Copy the pages and the images",
        "Point a test address at the new server",
        "Compare every page with the old one",
        "Switch the name over",
        "Watch the log for a day",
      ],
      summary: "The blog has moved. **Nothing was lost**: 214 pages, and the same words on each.",
    },
  ],
];

const anything: Plan = {
  steps: ["Understand what is wanted", "Find out what is there", "Do it", "Look at it again"],
  summary: "All four steps are done, as far as a scripted agent can do anything at all.",
};

/** Shows a plan as an activity, checks off its steps and reports. */
export const planExample: ExampleScript = ({ input, question }) => {
  const { steps, summary } = plans.find(([words]) => words.test(question))?.[1] ?? anything;
  const id = input.runId;
  return run(input, [
    ...streamText(`${id}-lead`, `“${question}” — I will take that in ${steps.length} steps.`),
    {
      type: "ACTIVITY_SNAPSHOT",
      messageId: `${id}-plan`,
      activityType: "PLAN",
      content: { steps: steps.map((title) => ({ title, status: "pending" })) },
    },
    { delayMs: 500 },
    ...steps.flatMap((title, index): ScriptStep[] => [
      { type: "STEP_STARTED", stepName: title },
      mark(`${id}-plan`, index, "in_progress"),
      { delayMs: 900 + 250 * (index % 3) },
      mark(`${id}-plan`, index, "completed"),
      { type: "STEP_FINISHED", stepName: title },
    ]),
    { delayMs: 200 },
    ...streamText(`${id}-answer`, summary),
  ]);
};

function mark(messageId: string, index: number, status: string): ScriptStep {
  return {
    type: "ACTIVITY_DELTA",
    messageId,
    activityType: "PLAN",
    patch: [{ op: "replace", path: `/steps/${index}/status`, value: status }],
  };
}
