import type { Event } from "../../protocol/events.ts";
import { readAct } from "../log/entries.ts";

/** Whether an entry is of the agent, or says little: what may lie unwritten for a moment. */
export function isQuiet(entry: Event): boolean {
  const { name } = readAct(entry) ?? {};
  return name === undefined || name === "cursor" || name === "issues";
}
