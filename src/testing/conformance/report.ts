import type { EventName, Role } from "../../protocol/events.ts";

/**
 * `error`: the protocol forbids it, and its reference client gives the run up. `warning`: clients survive
 * it, and a person loses something. `info`: legal, and worth knowing.
 */
export type ConformanceSeverity = "error" | "warning" | "info";

/**
 * `met`: it was seen, and always right. `broken`: it was wrong at least once. `never-shown`: no run had
 * anything of it, so nothing is known.
 */
export type ConformanceStatus = "met" | "broken" | "never-shown";

/** One rule and how the agent did by it in all runs together. */
export interface ConformanceRuleResult {
  /** Family and rule, as `"text/opened-once"`. */
  readonly rule: string;
  readonly severity: ConformanceSeverity;
  /** What it demands, in one sentence. */
  readonly says: string;
  readonly status: ConformanceStatus;
  /** The page of the protocol that it is from. */
  readonly page: string;
}

/** One place where a rule was broken. Repetitions in the same run are counted, not listed. */
export interface ConformanceFinding {
  readonly rule: string;
  readonly severity: ConformanceSeverity;
  /** What was seen, for the person who writes the agent. */
  readonly message: string;
  /** Why it matters and what to do. */
  readonly explanation: string;
  readonly page: string;
  /** The run, as its `name` in `runs`. */
  readonly run: string;
  /** Which event of the run, counted from 0; as many as there were events for the end of the stream. */
  readonly index: number;
  /** The beginning of the event as it came, in JSON; absent at the end of the stream. */
  readonly excerpt?: string;
  /** How often it happened in this run to events of this type. */
  readonly count: number;
}

/** How a run came to its end. */
export type ConformanceEnding =
  | "success"
  | "interrupt"
  | "cancelled"
  | "error"
  /** The stream ended before the run did. */
  | "incomplete"
  /** The check stopped it, as a person does. */
  | "stopped"
  /** It took longer than `timeoutMs`. */
  | "timeout"
  /** It brought 20 000 events and no end, and was given up. */
  | "endless"
  /** There was no stream, or it broke. */
  | "failed";

/** One run the agent was asked for. */
export interface ConformanceRun {
  readonly name: string;
  readonly threadId: string;
  readonly runId: string;
  /** How many frames came. */
  readonly events: number;
  readonly ending: ConformanceEnding;
  /** What the agent or the connection said about a failure. */
  readonly error?: string;
}

/** What an agent made of the rules of AG-UI, as plain data. */
export interface ConformanceReport {
  /** The address without its query, or `"agent"` for an object. */
  readonly agent: string;
  /** `breaks` with an error among the findings, `deviates` with a warning, else `conforms`. */
  readonly verdict: "conforms" | "deviates" | "breaks";
  /** The other system whose accent the agent speaks, as its dialect is called; absent for none. */
  readonly dialect?: string;
  /** Whether the answers were read in that dialect; otherwise it was only heard. */
  readonly isTranslated: boolean;
  /** Each event type of the protocol. */
  readonly events: Readonly<Record<EventName, ConformanceStatus>>;
  /** Each message role, by the messages that the agent wrote or told again. */
  readonly roles: Readonly<Record<Role, ConformanceStatus>>;
  readonly rules: readonly ConformanceRuleResult[];
  /** Errors first, then in the order of the runs. */
  readonly findings: readonly ConformanceFinding[];
  readonly runs: readonly ConformanceRun[];
}
