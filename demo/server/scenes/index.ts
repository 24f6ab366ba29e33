import { RECEPTION, WORKSHOP } from "../../desks.ts";
import { DIALECTS } from "../../dialects.ts";
import { findFault } from "../findFault.ts";
import { refusedRun } from "../run.ts";
import { InvalidInput, type Scene } from "../scene.ts";
import { approvalsScene } from "./approvals.ts";
import { branchesScene } from "./branches.ts";
import { receptionScene, workshopScene } from "./desks.ts";
import { dialectsScene } from "./dialects.ts";
import { documentScene } from "./document.ts";
import { drawScene } from "./draw.ts";
import { errorScene } from "./error.ts";
import { flightScene } from "./flight.ts";
import { formScene } from "./form.ts";
import { longScene } from "./long.ts";
import { markdownScene } from "./markdown.ts";
import { ordersScene } from "./orders.ts";
import { planScene } from "./plan.ts";
import { reasoningScene } from "./reasoning.ts";
import { reconnectScene } from "./reconnect.ts";
import { researchScene } from "./research.ts";
import { smallTalkScene } from "./smallTalk.ts";
import { stateScene } from "./state.ts";
import { subagentsScene } from "./subagents.ts";
import { themeScene } from "./theme.ts";
import { toolScene } from "./tool.ts";
import { usageScene } from "./usage.ts";

const played: Readonly<Record<string, Scene>> = {
  markdown: markdownScene,
  reasoning: reasoningScene,
  plan: planScene,
  long: longScene,
  tool: toolScene,
  theme: themeScene,
  draw: drawScene,
  flight: flightScene,
  form: formScene,
  approvals: approvalsScene,
  state: stateScene,
  document: documentScene,
  research: researchScene,
  subagents: subagentsScene,
  usage: usageScene,
  orders: ordersScene,
  [RECEPTION]: receptionScene,
  [WORKSHOP]: workshopScene,
  branches: branchesScene,
  reconnect: reconnectScene,
  threads: smallTalkScene,
  [DIALECTS]: dialectsScene,
  error: errorScene,
};

/** Scenes of the agent, by the last segment of the path. */
export const scenes: ReadonlyMap<string, Scene> = new Map(
  Object.entries(played).map(([id, scene]) => [id, refusingFaults(scene)]),
);

/** Wraps a scene so that it rejects inconsistent conversations, as a model provider would. */
function refusingFaults(scene: Scene): Scene {
  return (request) => {
    const { input } = request;
    const fault = findFault(input);
    if (fault !== undefined) return refusedRun(input, fault);
    try {
      return scene(request);
    } catch (error) {
      if (error instanceof InvalidInput) return refusedRun(input, error.message);
      throw error;
    }
  };
}
