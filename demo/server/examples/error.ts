import type { ScriptStep } from "../../../src/testing.ts";
import { cutConnection, type ExampleScript } from "../exampleScript.ts";
import { run } from "../run.ts";
import { streamContent, streamText } from "../streamSteps.ts";

/** Fails on the first attempt in the requested way and answers a retry. */
export const errorExample: ExampleScript = ({ input, question, attempt }) => {
  const messageId = `${input.runId}-answer`;
  const answer = `This time it worked. You asked “${question}”, and here is the whole answer:

1. The run failed, and what had arrived by then stayed on the page.
2. *Try again* sent the same conversation once more, without the half answer.
3. Nothing had to be typed twice.`;
  if (attempt > 0) return run(input, streamText(messageId, answer));

  if (/http|503|status|down/i.test(question)) {
    return { status: 503, error: "The agent is being updated. It will be back in a minute." };
  }
  const { threadId, runId } = input;
  const half = `I have read the three reports, compared each sum with that of the quarter before, and asked twice where they differed. I was just about to say that everything is in order, and that the`;
  const start: ScriptStep[] = [
    { type: "RUN_STARTED", threadId, runId },
    { delayMs: 350 },
    { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
    ...streamContent(messageId, half),
  ];
  if (/cut|connection|network|drop/i.test(question)) {
    // A browser discards text that the page has not read when the connection breaks.
    return [...start, { delayMs: 350 }, cutConnection];
  }
  return [
    ...start,
    { type: "RUN_ERROR", message: "The model is overloaded at the moment.", code: "overloaded" },
  ];
};
