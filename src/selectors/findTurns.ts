import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { rowId, type TranscriptRow } from "./transcriptRows.ts";

/**
 * The author of a turn: one message of the user, the messages of the agent between two of them, or one note with the
 * role `system` or `developer`.
 */
export type TurnAuthor = "user" | "assistant" | "system";

/** The facts about a turn that all of its rows share. */
export interface TurnInfo {
  /** Identity of the first row. */
  readonly firstId: string;
  /** The author. */
  readonly author: TurnAuthor;
  /** The `name` of the messages of the agent, where they have one. */
  readonly name: string | undefined;
  /** The first known time of a message in the turn, in milliseconds since the epoch. */
  readonly startedAt: number | undefined;
  /** The last known time in an earlier turn, in milliseconds since the epoch. */
  readonly previousAt: number | undefined;
}

/**
 * Returns the turn of each row, by the identity of the row. Rows of one turn share one object.
 *
 * Another name begins another turn, so that each agent of a team has its own.
 */
export function findTurns(
  rows: readonly TranscriptRow[],
  snapshot: Snapshot,
): ReadonlyMap<string, TurnInfo> {
  const turns = new Map<string, TurnInfo>();
  let turn: { -readonly [K in keyof TurnInfo]: TurnInfo[K] } | undefined;
  for (const row of rows) {
    const id = rowId(row);
    const message = messageOf(row, snapshot);
    const role = message?.role;
    const name = role === "assistant" ? message?.name : undefined;
    const author =
      role === "user" ? role : role === "system" || role === "developer" ? "system" : "assistant";
    const isOtherName = name !== undefined && turn?.name !== undefined && name !== turn.name;
    if (!turn || author !== "assistant" || turn.author !== author || isOtherName) {
      const previousAt: number | undefined = turn?.startedAt ?? turn?.previousAt;
      turn = { firstId: id, author, name, startedAt: undefined, previousAt };
    }
    turn.name ??= name;
    turn.startedAt ??= getOwn(snapshot.timings, id)?.startedAt;
    turns.set(id, turn);
  }
  return turns;
}

function messageOf(row: TranscriptRow, snapshot: Snapshot) {
  if (typeof row === "string") return findMessage(snapshot, row);
  return "message" in row ? row.message : undefined;
}
