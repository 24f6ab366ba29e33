import type { JsonPatchOperation } from "../../protocol/events.ts";
import type { StateConflict } from "./stateEdit.ts";

/** Three versions of one value. `undefined` is none. */
export interface Versions<T = unknown> {
  /** What the person edited. */
  readonly base: T;
  /** What they made of it. */
  readonly mine: T;
  /** What the agent has made of it meanwhile. */
  readonly theirs: T;
}

/** What a merge is made with, and what it has found. */
export interface Merging {
  readonly conflict: StateConflict;
  readonly path: readonly string[];
  /** What the person wanted and does not get: it is about something that is gone, or the agent wins. */
  readonly lost: JsonPatchOperation[];
  /** Whether the agent has begun with nothing, so that what is absent was not taken away. */
  readonly startsOver?: boolean;
}

/** How items of lists are brought together. */
export interface ItemMerging {
  readonly agentWins: boolean;
  /** @param at - Where the person has it. */
  readonly mergeItem: (versions: Versions, at: number) => unknown;
  /** Notes that the person does not get what they made of an item; `undefined`: they took it out. */
  readonly loseItem: (mine: unknown, at: number) => void;
}
