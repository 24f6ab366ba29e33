import { AgentKitError } from "../../../src/protocol/errors.ts";
import type { collect } from "../../support/collect.ts";

export const event = { type: "CUSTOM", name: "a", value: 1 };

export const sse = `data: ${JSON.stringify(event)}\n\n`;

export async function failureOf(run: ReturnType<typeof collect>): Promise<AgentKitError> {
  const { error } = await run;
  if (error instanceof AgentKitError) return error;
  throw new Error(`Expected an AgentKitError, not ${String(error)}`);
}
