import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isOnEveryBranch, type Jump, jumpsOf } from "./branchPath.ts";
import { readAction } from "./logEntries.ts";

/** The parts of a log that determine its branches, which `branchIndex.ts` derives. */
export interface LogOutline {
  /** Entries that begin or resume a branch. */
  readonly jumps: readonly Jump[];
  /** Number of entries. The conversation is at the end of the last one. */
  readonly size: number;
  /**
   * Returns the index of a message among those from before the log; 0 for `""`, and infinity for any other
   * message.
   */
  readonly initialIndexOf: (id: string) => number;
}

/** Creates the outline of a log. @param jumps - The jumps among the entries, when the caller has them. */
export function createLogOutline(
  base: Pick<Snapshot, "messages">,
  entries: readonly Event[],
  jumps: readonly Jump[] = jumpsOf(entries),
): LogOutline {
  let indexes: ReadonlyMap<unknown, number> | undefined;
  return {
    jumps,
    size: entries.length,
    initialIndexOf(id) {
      // Computed on demand: few logs have a cut that needs it.
      indexes ??= new Map(idsBefore(base, entries).map((id, index) => [id, index]));
      return indexes.get(id) ?? Number.POSITIVE_INFINITY;
    },
  };
}

/**
 * Returns the ids of the messages from before the log, in order. Each loaded page comes before the ones before
 * it.
 */
function idsBefore(base: Pick<Snapshot, "messages">, entries: readonly Event[]): unknown[] {
  const pages = entries.filter(isOnEveryBranch).map((entry) => {
    const messages: unknown = readAction(entry)?.value.messages;
    return Array.isArray(messages) ? messages : [];
  });
  const messages: readonly unknown[] = [...pages.reverse().flat(), ...base.messages];
  return ["", ...messages.map((message) => (isRecord(message) ? message.id : undefined))];
}
