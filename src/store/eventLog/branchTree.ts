import type { Event } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type BranchPoint, branchPointsOf, isForAll } from "./branchPath.ts";
import { readAction } from "./entries.ts";

/** The ways of a log. */
export interface Tree {
  readonly turnings: readonly BranchPoint[];
  /** The number of entries: the conversation stands behind the last one. */
  readonly size: number;
  /**
   * Where a message stands among those that were there before anything was said in the log; before all of
   * them for `""`, and behind them for any other.
   */
  readonly placeOf: (id: string) => number;
}

/** The tree of a log. @param turnings - Those of its entries, where they are known. */
export function treeOf(
  base: Pick<Snapshot, "messages">,
  entries: readonly Event[],
  turnings: readonly BranchPoint[] = branchPointsOf(entries),
): Tree {
  let places: ReadonlyMap<unknown, number> | undefined;
  return {
    turnings,
    size: entries.length,
    placeOf(id) {
      // Few logs have a place at which that matters.
      places ??= new Map(idsBefore(base, entries).map((one, place) => [one, place]));
      return places.get(id) ?? Number.POSITIVE_INFINITY;
    },
  };
}

/** The ids of the messages before the log, in their order: each page stands in front of those before it. */
function idsBefore(base: Pick<Snapshot, "messages">, entries: readonly Event[]): unknown[] {
  const pages = entries.filter(isForAll).map((entry) => {
    const messages: unknown = readAction(entry)?.value.messages;
    return Array.isArray(messages) ? messages : [];
  });
  const messages: readonly unknown[] = [...pages.reverse().flat(), ...base.messages];
  return ["", ...messages.map((message) => (isRecord(message) ? message.id : undefined))];
}
