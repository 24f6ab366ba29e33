import type { LastRun } from "../lookUpLastRun.ts";
import { continuesAfterCursor, continuesWithoutCursor } from "./continuesRun.ts";

/**
 * Phase of a connection within the runs that the server sends. A server that replays a thread sends its runs in order:
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
      readonly deferred: readonly unknown[];
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
  /** The leading events before the start. */
  readonly deferred: readonly unknown[];
  /** Events after the start that do not show whether the run is replayed. */
  readonly undecided: readonly unknown[];
  /** The open run, as the log has it. */
  readonly run: LastRun;
}

export const SKIPPING: ConnectionPhase = { kind: "skipping" };

export const APPLYING: ConnectionPhase = { kind: "applying" };

/** True in a run that is skipped, and for a connection that continues within it. */
export function isInSkippedRun(phase: ConnectionPhase): boolean {
  return phase.kind === "skipping" || (phase.kind === "leading" && phase.isSkipping);
}

/** Reaction to an event other than RUN_STARTED, and the phase after the event. */
type PhaseStep =
  | { readonly kind: "skip" | "defer"; readonly phase: ConnectionPhase }
  | { readonly kind: "apply"; readonly phase: ConnectionPhase; readonly events: readonly unknown[] }
  /** The restarted run continues with these events: its repeated start is skipped. */
  | {
      readonly kind: "continue";
      readonly phase: ConnectionPhase;
      readonly events: readonly unknown[];
    }
  /** The restarted run is replayed from its start, which these events follow. */
  | {
      readonly kind: "replay";
      readonly phase: ConnectionPhase;
      readonly restart: RestartedPhase;
      readonly events: readonly unknown[];
    };

/** Facts about a connection that decide a step. */
interface StepFacts {
  /** True when the agent was asked to continue after a cursor. */
  readonly isAfterCursor: boolean;
  /** True for an event that may come before a replayed run. */
  readonly isLeading: (value: unknown) => boolean;
}

/** Decides what an event other than RUN_STARTED means in a phase. */
export function nextStep(
  phase: ConnectionPhase,
  value: unknown,
  { isAfterCursor, isLeading }: StepFacts,
): PhaseStep {
  switch (phase.kind) {
    case "leading": {
      const { deferred, isSkipping } = phase;
      if (isLeading(value))
        return { kind: "defer", phase: { ...phase, deferred: [...deferred, value] } };
      if (isSkipping) return { kind: "skip", phase: SKIPPING };
      return { kind: "apply", phase: APPLYING, events: [...deferred, value] };
    }
    case "restarted":
      return nextStepAfterRestart(phase, value, isAfterCursor);
    case "skipping":
      return { kind: "skip", phase };
    case "applying":
      return { kind: "apply", phase, events: [value] };
  }
}

/** Decides whether a restarted run is replayed or continued. */
function nextStepAfterRestart(
  restart: RestartedPhase,
  value: unknown,
  isAfterCursor: boolean,
): PhaseStep {
  const seen = restart.run.firstEvents();
  const isContinuing = isAfterCursor
    ? continuesAfterCursor(value, seen)
    : continuesWithoutCursor(value, seen);
  const events = [...restart.undecided, value];
  if (isContinuing === undefined)
    return { kind: "defer", phase: { ...restart, undecided: events } };
  return isContinuing
    ? { kind: "continue", phase: APPLYING, events }
    : { kind: "replay", phase: APPLYING, restart, events };
}
