import type { RunAgentInput } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { PreparedInput } from "../run/consumeAgent.ts";
import { buildInput } from "../run/createRunInput.ts";
import type { RunContext } from "../thread/threadInternals.ts";

/** Builds the input of a connection when it is made. */
export type MakeInput = () => Promise<Omit<PreparedInput, "onCursor">>;

/**
 * Creates the function that builds the input of a connection: the current thread, and what the application adds
 * to every request.
 *
 * @param sent - The input that an interrupted run was started with.
 */
export function connectInput(
  { getBaseSnapshot, parameters, requests }: RunContext,
  runId: string,
  sent?: RunAgentInput,
): MakeInput {
  const { forwardedProps: forwarded, resume: _, ...hooks } = parameters;
  const makeInput = async () => {
    const forwardedProps: unknown = typeof forwarded === "function" ? await forwarded() : forwarded;
    const { messages, state, ...others } = buildInput(getBaseSnapshot(), {
      ...hooks,
      runId,
      forwardedProps,
    });
    const input = { ...others, ...sent, messages, state, forwardedProps: others.forwardedProps };
    return (await requests().prepareInput?.(input)) ?? input;
  };
  const refreshInput = typeof forwarded === "function" ? makeInput : undefined;
  return async () => ({ input: await makeInput(), ...omitUndefined({ refreshInput }) });
}
