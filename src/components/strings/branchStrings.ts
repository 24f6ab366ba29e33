/** Words of the choice between several versions of a message. */
export interface BranchStrings {
  /** Names the choice. @param position - Counted from 1. */
  readonly version: (position: number, count: number) => string;
  /** What is seen of that. @param position - Counted from 1. */
  readonly place: (position: number, count: number) => string;
  readonly previous: string;
  readonly next: string;
}

/** In English. */
export const branchStrings: BranchStrings = {
  version: (position, count) => `Version ${position} of ${count}`,
  place: (position, count) => `${position} / ${count}`,
  previous: "Previous version",
  next: "Next version",
};
