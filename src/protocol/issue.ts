/** What a stream can do wrong and a run can survive. */
export type IssueCode =
  /** A frame on the wire was not a JSON object. */
  | "malformed-frame"
  /** The event's type is not one of the protocol's. */
  | "unknown-event"
  /** A required field was missing or of the wrong type: the event was dropped. */
  | "malformed-event"
  /** An optional field was of the wrong type: the field was ignored. */
  | "malformed-field"
  /** An optional field was `null` where the protocol wants it absent. */
  | "null-field"
  /** An event arrived before RUN_STARTED, or after the run had ended. */
  | "outside-run"
  /** RUN_STARTED arrived while a run was active. */
  | "run-already-started"
  /** A stream or step was opened that is open already. */
  | "already-open"
  /** Content or an end arrived for something that was never opened. */
  | "not-open"
  /** The run finished while something it opened was still open. */
  | "left-open"
  /** An event was attributed to another sub-agent than the one that owns what it continues. */
  | "attribution-mismatch"
  /** A chunk does not say what it continues, and it cannot be told. */
  | "ambiguous-chunk"
  /** A chunk repeats a field of its opener with another value. */
  | "chunk-mismatch"
  /** A message id is empty, or names another message already. */
  | "id-collision"
  /** A JSON Patch did not apply; nothing was changed. */
  | "patch-failed"
  /** An ACTIVITY_DELTA named an activity that does not exist. */
  | "missing-activity"
  /** Tool-call arguments arrived whose call never started. */
  | "orphaned-arguments"
  /** A tool call was started again under another name. */
  | "tool-renamed"
  /** An encrypted value named something that never appeared. */
  | "orphaned-encrypted-value"
  /** A sub-agent was started twice, ended without a start, or names an unknown parent. */
  | "subagent-order";

/**
 * Something a stream did wrong that the thread survived: what happened, and what was done about
 * it. Issues are collected in `snapshot.issues`; they never stop a run unless it is strict.
 */
export interface Issue {
  readonly code: IssueCode;
  /** One sentence for the person who writes the agent. */
  readonly message: string;
  /**
   * `violation`: the protocol forbids it, a strict run fails on it. `notice`: legal, or tolerated
   * by the reference client, but worth knowing.
   */
  readonly severity: "violation" | "notice";
  /** The type of the event that caused it, when there was one. */
  readonly eventType?: string;
  /** The message, tool call, sub-agent or field it concerns. */
  readonly subject?: string;
  /** How often it happened; repetitions are counted, not listed. */
  readonly count: number;
}

/** An issue as its finder reports it; the collector counts. */
export type NewIssue = Omit<Issue, "count">;
