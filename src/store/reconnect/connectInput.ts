import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { PreparedInput } from "../run/consumeAgent.ts";
import { buildInput } from "../run/prepareInput.ts";
import type { RunContext } from "../thread/threadInternals.ts";

/** Makes what an agent is asked with, at the time when it is asked. */
export type MakeInput = () => Promise<Omit<PreparedInput, "onCursor">>;

/**
 * Makes what is sent to connect: the thread as it is by then, and what the application adds to every
 * request.
 *
 * @param sent - What a run that broke off went out with.
 */
export function connectInput(
  { getSnapshot, parameters, requests }: RunContext,
  runId: string,
  sent?: RunAgentInput,
): MakeInput {
  const { forwardedProps: given, resume: _, ...hooks } = parameters;
  const make = async () => {
    const forwardedProps: unknown = typeof given === "function" ? await given() : given;
    const { messages, state, ...others } = buildInput(getSnapshot(), {
      ...hooks,
      runId,
      forwardedProps,
    });
    const input = { ...others, ...sent, messages, state, forwardedProps: others.forwardedProps };
    return (await requests().prepareInput?.(input)) ?? input;
  };
  const refreshInput = typeof given === "function" ? make : undefined;
  return async () => ({ input: await make(), ...omitUndefined({ refreshInput }) });
}
