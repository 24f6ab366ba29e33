import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { humanize } from "./humanize.ts";

/** Unreadable parts of an id: UUIDs, hashes and long numbers, with their separators. */
const RANDOM = /[\s:/|#._-]*([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{16,}\b|\d{6,})/gi;

/** Returns the announced name of a sub-agent, else the readable part of its id, else the id. */
export function subagentName({ subagents }: Snapshot, id: string): string {
  const name = getOwn(subagents, id)?.name ?? "";
  if (name !== "" && name !== id) return name;
  return humanize(id.replace(RANDOM, "").replace(/[:/|#.]+/g, " ")) || id;
}
