/**
 * Position of a connection in the runs that the server sends. A server that replays a thread sends its runs in order:
 *
 * ```text
 * CUSTOM   RUN_STARTED r1 … RUN_FINISHED   RUN_STARTED r2 …   TEXT_MESSAGE_CONTENT …
 * leading  skipping: r1 is complete here   applying, or restarted until the next event when r2 is open here
 * ```
 */
export type ConnectionPhase =
  /** Before the first event that is applied. Events that may come before a replayed run are deferred. */
  | {
      readonly kind: "leading";
      readonly deferred: unknown[];
      /** True when the connection continues, after a cursor, within a run that is skipped. */
      readonly isSkipping: boolean;
    }
  | RestartedPhase
  /** Within a run that the thread has completely, or that lies on another branch. */
  | { readonly kind: "skipping" }
  /** Within a run whose events are applied. */
  | { readonly kind: "applying" };

/** After a start of the open run, which has started before. A later event shows whether the run is replayed. */
export interface RestartedPhase {
  readonly kind: "restarted";
  readonly start: unknown;
  readonly deferred: unknown[];
  /** Events after the start that do not show it. */
  readonly undecided: readonly unknown[];
}

export const SKIPPING: ConnectionPhase = { kind: "skipping" };
export const APPLYING: ConnectionPhase = { kind: "applying" };

/** True in a run that is skipped, and for a connection that continues within it. */
export function isInSkippedRun(phase: ConnectionPhase): boolean {
  return phase.kind === "skipping" || (phase.kind === "leading" && phase.isSkipping);
}
