import type { EventName, Role } from "../../protocol/events.ts";

/**
 * `error`: the protocol forbids it, and the reference client aborts the run. `warning`: clients survive it, but
 * users lose something. `info`: valid, and worth knowing.
 */
export type ConformanceSeverity = "error" | "warning" | "info";

/**
 * `met`: covered by a run and always valid. `broken`: invalid at least once. `never-shown`: covered by no run, so
 * nothing is known.
 */
export type ConformanceStatus = "met" | "broken" | "never-shown";

/** A rule, and its result over all runs. */
export interface ConformanceRuleResult {
  /** Family and name of the rule, such as `"text/opened-once"`. */
  readonly rule: string;
  /** Severity of a violation. */
  readonly severity: ConformanceSeverity;
  /** The requirement in one sentence. */
  readonly requirement: string;
  /** The result over all runs. */
  readonly status: ConformanceStatus;
  /** URL of the protocol page that defines the rule. */
  readonly docsUrl: string;
}

/** A violation of a rule. Repetitions in the same run are counted, not listed. */
export interface ConformanceFinding {
  /** Family and name of the rule. */
  readonly rule: string;
  /** Severity of the violation. */
  readonly severity: ConformanceSeverity;
  /** Describes what was received, for the developer of the agent. */
  readonly message: string;
  /** Effect of the violation, and its correction. */
  readonly explanation: string;
  /** URL of the protocol page that defines the rule. */
  readonly docsUrl: string;
  /** The `name` of the run in `runs`. */
  readonly run: string;
  /** Index of the event in the run, from 0; the number of events for the end of the stream. */
  readonly index: number;
  /** The start of the event as received, as JSON; absent at the end of the stream. */
  readonly excerpt?: string;
  /** Number of violations in this run by events of this type. */
  readonly count: number;
}

/** End of a run. */
export type ConformanceEnding =
  | "success"
  | "interrupt"
  | "cancelled"
  | "error"
  /** The stream ended before the run. */
  | "incomplete"
  /** The check stopped the run, like a user does. */
  | "stopped"
  /** The run took longer than `timeoutMs`. */
  | "timeout"
  /** The run was aborted after 20 000 events without an end. */
  | "endless"
  /** The stream did not start, or it broke. */
  | "failed";

/** A run of the check. */
export interface ConformanceRun {
  /** Name of the run, such as `"prompt 1: resume"`. */
  readonly name: string;
  /** Id of its thread. */
  readonly threadId: string;
  /** Id of the run. */
  readonly runId: string;
  /** Number of frames received. */
  readonly events: number;
  /** End of the run. */
  readonly ending: ConformanceEnding;
  /** The error message of the agent or the connection, if the run failed. */
  readonly error?: string;
}

/** The result of a check, as plain data. */
export interface ConformanceReport {
  /** The address without its query, or `"agent"` for an agent object. */
  readonly agent: string;
  /** `breaks` with at least one error, `deviates` with at least one warning, else `conforms`. */
  readonly verdict: "conforms" | "deviates" | "breaks";
  /** Name of the dialect that the responses match; absent for plain AG-UI. */
  readonly dialect?: string;
  /** True when the responses were translated from that dialect, false when it was only detected. */
  readonly isTranslated: boolean;
  /** Status of each event type of the protocol. */
  readonly events: Readonly<Record<EventName, ConformanceStatus>>;
  /** Status of each message role, by the messages that the agent wrote or replayed. */
  readonly roles: Readonly<Record<Role, ConformanceStatus>>;
  /** Results of all rules. */
  readonly rules: readonly ConformanceRuleResult[];
  /** All violations: errors first, then in the order of the runs. */
  readonly findings: readonly ConformanceFinding[];
  /** All runs in order. */
  readonly runs: readonly ConformanceRun[];
}
