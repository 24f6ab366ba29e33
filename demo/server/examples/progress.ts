import type { ScriptStep } from "../../../src/testing.ts";
import type { PlanStep } from "../../steps.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

interface ProgressTask {
  readonly steps: readonly string[];
  readonly summary: string;
}

const tasks: readonly (readonly [words: RegExp, task: ProgressTask])[] = [
  [
    /birdhouse|bird/i,
    {
      steps: [
        "Measure the entrance for a blue tit",
        "Draw the six parts on one board",
        "Write the cutting list",
        "Choose screws that do not rust",
        "Find the right place in the garden",
      ],
      summary:
        "The plan for the birdhouse is ready: an entrance of **28 mm**, six parts from one board, and a place that faces east.",
    },
  ],
  [
    /bread|bake|sourdough/i,
    {
      steps: [
        "Feed the starter",
        "Mix flour, water and salt",
        "Fold the dough every half hour",
        "Shape the loaf",
        "Heat the oven with the pot in it",
      ],
      summary: "The bread can go into the oven: **45 minutes**, the last 20 without the lid.",
    },
  ],
  [
    /photos?|pictures?|sort/i,
    {
      steps: ["Read the dates", "Find the doubles", "Group them by trip", "Name the albums"],
      summary: "The photos are sorted: *eleven albums*, and 340 doubles that you can delete.",
    },
  ],
];

const anything: ProgressTask = {
  steps: ["Read the request", "Gather what is needed", "Do the work", "Check the result"],
  summary: "All steps are done, as far as a scripted agent can do them.",
};

/** Writes steps into the shared state, advances them one by one, and reports. */
export const progressExample: ExampleScript = ({ input, question }) => {
  const { steps, summary } = tasks.find(([words]) => words.test(question))?.[1] ?? anything;
  const id = input.runId;
  return run(input, [
    ...streamText(`${id}-lead`, `I will do that in ${steps.length} steps.`),
    {
      type: "STATE_SNAPSHOT",
      snapshot: { steps: steps.map((description) => ({ description, status: "pending" })) },
    },
    { delayMs: 500 },
    ...steps.flatMap((_, index): ScriptStep[] => [
      setStatus(index, "running"),
      { delayMs: 900 + 250 * (index % 3) },
      setStatus(index, "completed"),
    ]),
    { delayMs: 200 },
    ...streamText(`${id}-answer`, summary),
  ]);
};

function setStatus(index: number, value: PlanStep["status"]): ScriptStep {
  return {
    type: "STATE_DELTA",
    delta: [{ op: "replace", path: `/steps/${index}/status`, value }],
  };
}
