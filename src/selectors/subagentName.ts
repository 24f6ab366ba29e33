import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { humanize } from "./humanize.ts";

/** What a person cannot read: UUIDs, hashes, long numbers, and what joins them to a word. */
const RANDOM = /[\s:/|#._-]*([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{16,}\b|\d{6,})/gi;

/** How a sub-agent introduced itself, else the readable part of its id, else the id. */
export function subagentName({ subagents }: Snapshot, id: string): string {
  const name = getOwn(subagents, id)?.name ?? "";
  if (name !== "" && name !== id) return name;
  return humanize(id.replace(RANDOM, "").replace(/[:/|#.]+/g, " ")) || id;
}
