import { type ExampleScript, readConversation } from "../../demo/server/exampleScript.ts";
import { approvalsExample } from "../../demo/server/examples/approvals.ts";
import { formExample } from "../../demo/server/examples/form.ts";
import { planExample } from "../../demo/server/examples/plan.ts";
import { reasoningExample } from "../../demo/server/examples/reasoning.ts";
import { researchExample } from "../../demo/server/examples/research.ts";
import { subagentsExample } from "../../demo/server/examples/subagents.ts";
import { toolExample } from "../../demo/server/examples/tool.ts";
import databases from "../../demo/server/replies/databases.md?raw";
import { run } from "../../demo/server/run.ts";
import { streamText } from "../../demo/server/streamSteps.ts";
import type { Agent } from "../../src/protocol/agent.ts";
import { AgentKitError } from "../../src/protocol/errors.ts";
import { runError } from "../../src/testing/runSteps.ts";
import type { ScriptStep } from "../../src/testing/script.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { hang } from "../conversation.tsx";

interface Scenario {
  readonly label: string;
  /** First message of the user. */
  readonly message: string;
  readonly script: ExampleScript;
}

/** Conversations of the playground. */
export const scenarios = {
  answer: {
    label: "Long answer",
    message: "Compare three databases in a table",
    script: ({ input }) => run(input, streamText(`${input.runId}-answer`, databases)),
  },
  reasoning: { label: "Reasoning", message: "Is 2027 a prime number?", script: reasoningExample },
  tool: { label: "Tool call", message: "What is the weather in Lisbon?", script: toolExample },
  approvals: {
    label: "Approvals",
    message: "Get everything ready for my holidays",
    script: approvalsExample,
  },
  form: { label: "Form", message: "Sign me up for the sailing weekend", script: formExample },
  plan: { label: "Plan", message: "Plan the launch of a product", script: planExample },
  research: { label: "Research", message: "Are night trains worth it?", script: researchExample },
  subagents: {
    label: "Sub-agents",
    message: "A weekend in Porto, by the river",
    script: subagentsExample,
  },
} satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof scenarios;

/** Factors of the pauses in a scenario. */
export const speeds = { instant: 0, fast: 0.3, natural: 1, slow: 3 } as const;

export type Speed = keyof typeof speeds;

/** Faults of the first run. Later runs have none, so that a retry succeeds. */
export const faults = {
  none: "No fault",
  slow: "Slow to begin",
  error: "Error of the agent",
  connection: "Connection lost",
  signedOut: "Signed out",
  busy: "Too many requests",
  endless: "Never ends",
} as const;

export type Fault = keyof typeof faults;

const SLOW_START_MS = 6_000;

/** Creates an agent that plays a scenario, with a fault in its first run. */
export function playgroundAgent(name: ScenarioName, speed: Speed, fault: Fault): Agent {
  const { script } = scenarios[name];
  let runs = 0;
  return scriptedAgent((input) => {
    runs += 1;
    const steps = script({ input, ...readConversation(input), attempt: 0, origin: "" });
    if ("error" in steps) throw new AgentKitError("http-status", steps.error, { status: 500 });
    const paced = steps.map((step) => setPace(step, speeds[speed]));
    return runs === 1 ? injectFault(paced, fault) : paced;
  });
}

function setPace(step: ScriptStep, factor: number): ScriptStep {
  return typeof step === "object" && "delayMs" in step ? { delayMs: step.delayMs * factor } : step;
}

function injectFault(steps: readonly ScriptStep[], fault: Fault): readonly ScriptStep[] {
  const half = steps.slice(0, Math.ceil(steps.length / 2));
  switch (fault) {
    case "none":
      return steps;
    case "slow":
      return [{ delayMs: SLOW_START_MS }, ...steps];
    case "error":
      return [...half, runError("The model is overloaded.", "overloaded")];
    case "connection":
      return [...half, failWith(new AgentKitError("network", "The connection was lost."))];
    case "signedOut":
      return [failWith(new AgentKitError("http-status", "401 Unauthorized", { status: 401 }))];
    case "busy":
      return [failWith(new AgentKitError("http-status", "429 Too Many Requests", { status: 429 }))];
    case "endless":
      return [...half, hang];
  }
}

function failWith(error: AgentKitError): ScriptStep {
  return () => {
    throw error;
  };
}
