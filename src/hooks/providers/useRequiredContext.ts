import { type Context, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";

/**
 * @internal Returns the value of a context that a component above must provide.
 *
 * @param message - The error message: what is missing, and what to do.
 * @throws AgentKitError `missing-provider` when no component provides the context.
 */
export function useRequiredContext<T>(context: Context<T | undefined>, message: string): T {
  const value = useContext(context);
  if (value === undefined) throw new AgentKitError("missing-provider", message);
  return value;
}
