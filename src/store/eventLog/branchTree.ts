import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type BranchPoint, branchPointsOf, isOnEveryBranch } from "./branchPath.ts";
import { readAction } from "./entries.ts";

/** The ways of a log. */
export interface BranchTree {
  readonly branchPoints: readonly BranchPoint[];
  /** The number of entries: the conversation stands behind the last one. */
  readonly size: number;
  /**
   * Where a message stands among those that were there before anything was said in the log; before all of
   * them for `""`, and behind them for any other.
   */
  readonly initialIndexOf: (id: string) => number;
}

/** The tree of a log. @param branchPoints - Those of its entries, where they are known. */
export function createBranchTree(
  base: Pick<Snapshot, "messages">,
  entries: readonly Event[],
  branchPoints: readonly BranchPoint[] = branchPointsOf(entries),
): BranchTree {
  let places: ReadonlyMap<unknown, number> | undefined;
  return {
    branchPoints,
    size: entries.length,
    initialIndexOf(id) {
      // Few logs have a place at which that matters.
      places ??= new Map(idsBefore(base, entries).map((one, place) => [one, place]));
      return places.get(id) ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** The ids of the messages before the log, in their order: each page stands in front of those before it. */
function idsBefore(base: Pick<Snapshot, "messages">, entries: readonly Event[]): unknown[] {
  const pages = entries.filter(isOnEveryBranch).map((entry) => {
    const messages: unknown = readAction(entry)?.value.messages;
    return Array.isArray(messages) ? messages : [];
  });
  const messages: readonly unknown[] = [...pages.reverse().flat(), ...base.messages];
  return ["", ...messages.map((message) => (isRecord(message) ? message.id : undefined))];
}
