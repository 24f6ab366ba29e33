import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { rowId, type TranscriptRow } from "./transcriptRows.ts";

/** The author of a group. Notes with the role `system` or `developer` have the author `system`. */
export type TurnAuthor = "user" | "assistant" | "system";

/** A group of neighbouring rows of one author, which the component `Turn` renders. */
export interface AuthorGroup {
  /** Identity of the first row. */
  readonly firstId: string;
  readonly author: TurnAuthor;
  /** The `name` of the messages of the agent, where they have one. */
  readonly name: string | undefined;
  /** The first known time of a message in the group, in milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  /** The start of the nearest earlier group with a known time, in milliseconds since the epoch. */
  readonly previousAt: number | undefined;
}

/**
 * Returns the group of each row, by the identity of the row; rows of one group share one object.
 *
 * Each user message and each note is a group of its own. The messages of the agent between them are one group, or one
 * for each agent of a team, which differ in their names.
 */
export function findAuthorGroups(
  rows: readonly TranscriptRow[],
  snapshot: Snapshot,
): ReadonlyMap<string, AuthorGroup> {
  const groups = new Map<string, AuthorGroup>();
  let group: { -readonly [K in keyof AuthorGroup]: AuthorGroup[K] } | undefined;
  for (const row of rows) {
    const id = rowId(row);
    const message = messageOf(row, snapshot);
    const role = message?.role;
    const name = role === "assistant" ? message?.name : undefined;
    const author =
      role === "user" ? role : role === "system" || role === "developer" ? "system" : "assistant";
    const isOtherName = name !== undefined && group?.name !== undefined && name !== group.name;
    if (!group || author !== "assistant" || group.author !== author || isOtherName) {
      const previousAt: number | undefined = group?.startedAt ?? group?.previousAt;
      group = { firstId: id, author, name, startedAt: undefined, previousAt };
    }
    group.name ??= name;
    group.startedAt ??= getOwn(snapshot.timings, id)?.startedAt;
    groups.set(id, group);
  }
  return groups;
}

function messageOf(row: TranscriptRow, snapshot: Snapshot) {
  if (typeof row === "string") return findMessage(snapshot, row);
  return "message" in row ? row.message : undefined;
}
