import type { ScriptStep } from "../../../src/testing.ts";
import { cutConnection, type ExampleScript, restoreConnection } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamText } from "../streamSteps.ts";

const leads = [
  "Here it is in one piece.",
  "Here it is. Somebody will cut the line on the way.",
  "Here it is. Somebody will cut the line, and then once more.",
];

const story = [
  "A lighthouse keeper counts ships, and writes every one of them into a book.",
  "One night the fog comes in so thick that he hears them and sees none.",
  "He does not stop counting. He writes *a bell*, *an engine*, *somebody singing*, each with its hour.",
  "In the morning the fog lifts, and the harbour master asks which ships have passed.",
  "The keeper hands him the book. **Nothing is missing in it, and nothing is there twice.**",
];

/** Time in milliseconds that the connection stays down after a cut. */
const DOWN_MS = 2_600;

/**
 * Answers across a broken connection on the first attempt; a retry gets the answer without a cut.
 */
export const reconnectExample: ExampleScript = ({ input, question, attempt }) => {
  const cuts = attempt > 0 ? 0 : countCuts(question);
  const text = [leads[countCuts(question)], ...story].join("\n\n");
  const steps = streamText(`${input.runId}-answer`, text, { wordsPerSecond: 20 });
  const segmentLength = Math.floor(steps.length / (cuts + 1));
  return run(
    input,
    steps.flatMap((step, at) => {
      const isBreak = at > 0 && at % segmentLength === 0 && at / segmentLength <= cuts;
      return isBreak ? [...down, step] : [step];
    }),
  );
};

const down: readonly ScriptStep[] = [cutConnection, { delayMs: DOWN_MS }, restoreConnection];

function countCuts(question: string): number {
  if (/without/i.test(question)) return 0;
  if (/twice|again/i.test(question)) return 2;
  return /cut|drop|break|lose|connection/i.test(question) ? 1 : 0;
}
