import type { Rule } from "./rule.ts";
import { activityRules } from "./rules/activity.ts";
import { interruptRules } from "./rules/interrupts.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { reasoningRules } from "./rules/reasoning.ts";
import { shapeRules } from "./rules/shape.ts";
import { stateRules } from "./rules/state.ts";
import { subagentRules } from "./rules/subagents.ts";
import { textRules } from "./rules/text.ts";
import { toolRules } from "./rules/tools.ts";
import { transportRules } from "./rules/transport.ts";

/** All rules, by family. */
export const rules: readonly Rule[] = [
  ...transportRules,
  ...shapeRules,
  ...lifecycleRules,
  ...textRules,
  ...toolRules,
  ...reasoningRules,
  ...stateRules,
  ...activityRules,
  ...interruptRules,
  ...subagentRules,
];
