import type { Event } from "../../protocol/events.ts";
import { readAction } from "../eventLog/entries.ts";

/** Whether an entry is of the agent, or says little: what may lie unwritten for a moment. */
export function canDelayWrite(entry: Event): boolean {
  const { name } = readAction(entry) ?? {};
  return name === undefined || name === "cursor" || name === "issues";
}
