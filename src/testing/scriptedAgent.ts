import type { Agent } from "../protocol/agent.ts";
import { AgentKitError } from "../protocol/errors.ts";
import type { RunAgentInput } from "../protocol/events.ts";
import { playScript, type Script } from "./script.ts";

/** An agent that plays scripts and records its inputs. */
export interface ScriptedAgent extends Agent {
  /** The input of every run so far, in order. */
  readonly inputs: readonly RunAgentInput[];
}

/**
 * Creates an agent without a server, for tests, stories and demos. Each run plays the next script; the last
 * script repeats for all later runs.
 *
 * @example An agent that answers, then fails
 * ```ts
 * const agent = scriptedAgent(textRun("Hello"), [runStarted(), runError("out of tokens")]);
 * const thread = createThread({ agent });
 * await thread.send("Hi");
 * expect(agent.inputs[0]?.messages).toHaveLength(1);
 * ```
 * @example A tool call after a pause, with arguments from the user message
 * ```ts
 * const agent = scriptedAgent((input) => [
 *   runStarted(),
 *   { delayMs: 300 },
 *   {
 *     type: "TOOL_CALL_CHUNK",
 *     toolCallId: "c1",
 *     toolCallName: "search",
 *     delta: JSON.stringify({ query: input.messages.at(-1)?.content }),
 *   },
 *   runFinished(),
 * ]);
 * ```
 * @throws AgentKitError `invalid-argument` without a script.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function scriptedAgent(...scripts: readonly Script[]): ScriptedAgent {
  const last = scripts.at(-1);
  if (last === undefined) {
    throw new AgentKitError(
      "invalid-argument",
      'scriptedAgent() needs at least one script. Pass one, for example scriptedAgent(textRun("Hello")).',
    );
  }
  const inputs: RunAgentInput[] = [];
  return {
    inputs,
    async *run(input, { signal }) {
      signal.throwIfAborted();
      const script = scripts[inputs.length] ?? last;
      inputs.push(input);
      yield* playScript(script, input, { signal });
    },
  };
}
