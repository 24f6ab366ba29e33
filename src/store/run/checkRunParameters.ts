import { assertJson } from "../../protocol/toJsonValue.ts";
import { checkArgument } from "../../protocol/validation/checkArgument.ts";
import type { RunParameters } from "../thread/threadOptions.ts";

/**
 * Throws for parameters that no run can have: a context, a state or forwarded properties that are not JSON. In
 * development, other values of a wrong shape throw too.
 *
 * @throws AgentKitError `invalid-argument` naming the parameter
 */
export function checkRunParameters(parameters: RunParameters): void {
  checkArgument("options", parameters);
  const { runId, parentRunId, context, tools, resume, state, forwardedProps } = parameters;
  checkArgument("runId", runId);
  checkArgument("parentRunId", parentRunId);
  checkArgument("context", context);
  checkArgument("tools", tools);
  checkArgument("resume", resume);
  assertJson(context, "context");
  assertJson(state, "state");
  // A thread may have a function that returns them, which the run checks.
  if (typeof forwardedProps !== "function") assertJson(forwardedProps, "forwardedProps");
}
