import type { Scene } from "../scene.ts";
import { errorScene } from "./error.ts";
import { longScene } from "./long.ts";
import { markdownScene } from "./markdown.ts";
import { planScene } from "./plan.ts";
import { reasoningScene } from "./reasoning.ts";
import { stateScene } from "./state.ts";
import { toolScene } from "./tool.ts";

/** What the agent plays, by the last part of its address. */
export const scenes: ReadonlyMap<string, Scene> = new Map([
  ["markdown", markdownScene],
  ["tool", toolScene],
  ["reasoning", reasoningScene],
  ["state", stateScene],
  ["plan", planScene],
  ["error", errorScene],
  ["long", longScene],
]);
