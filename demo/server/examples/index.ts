import { RECEPTION, WORKSHOP } from "../../desks.ts";
import { DIALECTS } from "../../dialects.ts";
import { type ExampleScript, InvalidInput } from "../exampleScript.ts";
import { findFault } from "../findFault.ts";
import { refusedRun } from "../run.ts";
import { approvalsExample } from "./approvals.ts";
import { branchesExample } from "./branches.ts";
import { chartsExample } from "./charts.ts";
import { receptionExample, workshopExample } from "./desks.ts";
import { dialectsExample } from "./dialects.ts";
import { documentExample } from "./document.ts";
import { drawExample } from "./draw.ts";
import { errorExample } from "./error.ts";
import { flightExample } from "./flight.ts";
import { formExample } from "./form.ts";
import { longExample } from "./long.ts";
import { markdownExample } from "./markdown.ts";
import { ordersExample } from "./orders.ts";
import { planExample } from "./plan.ts";
import { progressExample } from "./progress.ts";
import { reasoningExample } from "./reasoning.ts";
import { reconnectExample } from "./reconnect.ts";
import { researchExample } from "./research.ts";
import { smallTalkExample } from "./smallTalk.ts";
import { stateExample } from "./state.ts";
import { subagentsExample } from "./subagents.ts";
import { themeExample } from "./theme.ts";
import { toolExample } from "./tool.ts";
import { usageExample } from "./usage.ts";

const played: Readonly<Record<string, ExampleScript>> = {
  markdown: markdownExample,
  reasoning: reasoningExample,
  plan: planExample,
  long: longExample,
  tool: toolExample,
  charts: chartsExample,
  theme: themeExample,
  draw: drawExample,
  flight: flightExample,
  form: formExample,
  approvals: approvalsExample,
  state: stateExample,
  document: documentExample,
  progress: progressExample,
  research: researchExample,
  subagents: subagentsExample,
  usage: usageExample,
  orders: ordersExample,
  [RECEPTION]: receptionExample,
  [WORKSHOP]: workshopExample,
  branches: branchesExample,
  reconnect: reconnectExample,
  threads: smallTalkExample,
  [DIALECTS]: dialectsExample,
  error: errorExample,
};

/** Examples of the agent, by the last segment of the path. */
export const exampleScripts: ReadonlyMap<string, ExampleScript> = new Map(
  Object.entries(played).map(([id, example]) => [id, refusingFaults(example)]),
);

/** Wraps an example so that it rejects inconsistent conversations, as a model provider would. */
function refusingFaults(example: ExampleScript): ExampleScript {
  return (request) => {
    const { input } = request;
    const fault = findFault(input);
    if (fault !== undefined) return refusedRun(input, fault);
    try {
      return example(request);
    } catch (error) {
      if (error instanceof InvalidInput) return refusedRun(input, error.message);
      throw error;
    }
  };
}
