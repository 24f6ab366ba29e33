import { type Context, useContext } from "react";
import { AgentKitError } from "../../protocol/errors.ts";

/**
 * @internal What a component above provides.
 *
 * @param cure - What is missing, and what to do about it.
 * @throws AgentKitError `missing-provider` when nothing does
 */
export function useRequiredContext<T>(context: Context<T | undefined>, cure: string): T {
  const provided = useContext(context);
  if (provided === undefined) throw new AgentKitError("missing-provider", cure);
  return provided;
}
