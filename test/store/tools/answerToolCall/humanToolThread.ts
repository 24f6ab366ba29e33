import { createThread, type Thread } from "../../../../src/core.ts";
import { type ScriptedAgent, scriptedAgent, textRun } from "../../../../src/testing.ts";
import { type CallSpec, call, callRun } from "../calls.ts";

/** Creates a thread whose agent makes these calls for the user, and then answers "Thanks". */
export function createHumanToolThread(...calls: readonly CallSpec[]): {
  readonly agent: ScriptedAgent;
  readonly thread: Thread;
} {
  const agent = scriptedAgent(callRun(...calls), textRun("Thanks"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask", description: "Asks the user" });
  return { agent, thread };
}

/** Two calls of one turn, `a` and `b`. */
export const twoCalls: readonly CallSpec[] = [
  call("ask", { q: 1 }, "a"),
  call("ask", { q: 2 }, "b"),
];
