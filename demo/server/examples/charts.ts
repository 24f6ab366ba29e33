import { showChartTool } from "../../showChartTool.ts";
import { figures } from "../content/figures.ts";
import { earlierCalls } from "../earlierCalls.ts";
import type { ExampleScript } from "../exampleScript.ts";
import { run, runUntilAnswered } from "../run.ts";
import { streamCall, streamText } from "../streamSteps.ts";

/** Fills in the page's chart with figures, and comments on them once it is shown. */
export const chartsExample: ExampleScript = ({ input, question }) => {
  const id = input.runId;
  const answer = (text: string) => run(input, streamText(`${id}-answer`, text));
  const found = figures.find(({ pattern }) => pattern.test(question));
  if (!found) {
    return answer(
      `I have three sets of figures: the *revenue* of this year, the orders by *region*, and the *speed* of our pages. “${question}” is about none of them.`,
    );
  }
  const hasTool = (input.tools ?? []).some(({ name }) => name === showChartTool.name);
  if (!hasTool) return answer(`This page shows no charts. ${found.comment}`);
  const [call] = earlierCalls(input);
  if (call?.result) {
    if (call.result.error === undefined) return answer(found.comment);
    return answer(`The chart could not be shown. ${found.comment}`);
  }
  const callId = `${id}-call`;
  return runUntilAnswered(
    input,
    [
      ...streamText(`${id}-lead`, found.lead),
      ...streamCall(callId, showChartTool.name, found.chart, `${id}-lead`),
    ],
    [callId],
  );
};
