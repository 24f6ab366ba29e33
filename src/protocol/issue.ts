import { present } from "./present.ts";

/**
 * Everything a stream can do wrong and a run can survive: whether the protocol forbids it, what
 * happened, and what to do about it. One row a code; the texts are short because every page that
 * talks to an agent carries them.
 */
const ISSUES = {
  /** A frame on the wire was not a JSON object. */
  "malformed-frame": ["violation", "is no JSON object; it was dropped"],
  /** The event's type is not one of the protocol's. */
  "unknown-event": ["notice", "is no AG-UI event; it was dropped"],
  /** A required field was missing or of the wrong type: the event was dropped. */
  "malformed-event": ["violation", "is malformed; the event was dropped"],
  /** An optional field was of the wrong type: the field was ignored. */
  "malformed-field": ["violation", "is malformed; it was ignored"],
  /** A value is of a kind that this version of the protocol does not know. */
  "unknown-value": ["notice", "is of an unknown kind; it was left out"],
  /** An optional field was `null` where the protocol wants it absent. */
  "null-field": ["violation", "is null; leave it out instead"],
  /** An event arrived before RUN_STARTED, or after the run had ended. */
  "outside-run": ["violation", "came outside a run; it was applied"],
  /** RUN_STARTED arrived while a run was active. */
  "run-already-started": ["violation", "started while a run was active"],
  /** A stream or step was opened that is open already. */
  "already-open": ["violation", "is open already; it was continued"],
  /** Content or an end arrived for something that was never opened. */
  "not-open": ["violation", "is not open; send its start first"],
  /** The run finished while something it opened was still open. */
  "left-open": ["violation", "was left open; it was ended with the run"],
  /** An event was attributed to another agent than the one that owns what it continues. */
  "attribution-mismatch": ["violation", "belongs to another agent than the event says"],
  /** A chunk does not say what it continues, and it cannot be told. */
  "ambiguous-chunk": ["violation", "of a chunk is missing; send it with the first"],
  /** A chunk repeats a field of its opener with another value. */
  "chunk-mismatch": ["violation", "differs from the first chunk's, which was kept"],
  /** A message id is empty, or names another message already. */
  "id-collision": ["notice", "is empty or taken; the message got another id"],
  /** An activity event names a message of another role. */
  "activity-refused": ["notice", "is no activity; this one was refused"],
  /** An ACTIVITY_DELTA named an activity that does not exist. */
  "missing-activity": ["notice", "does not exist; it was started from {}"],
  /** A JSON Patch did not apply; nothing was changed. */
  "patch-failed": ["notice", "could not be patched and stays as it was"],
  /** Tool-call arguments arrived whose call never started. */
  "orphaned-arguments": ["violation", "never started; its arguments were dropped"],
  /** A tool call was started again under another name. */
  "tool-renamed": ["notice", "started again under another name"],
  /** An encrypted value named something that never appeared. */
  "orphaned-encrypted-value": ["notice", "never appeared; its encrypted value was kept"],
  /** A sub-agent was started twice, ended without a start, or names an unknown parent. */
  "subagent-order": ["violation", "started twice, ended unstarted or has no known parent"],
} as const satisfies Record<string, readonly [Issue["severity"], string]>;

/** What a stream can do wrong and a run can survive. */
export type IssueCode = keyof typeof ISSUES;

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

/** Words an issue: `TEXT_MESSAGE_CONTENT: "m1" is not open; send its start first.` */
export function createIssue(code: IssueCode, eventType?: string, subject?: string): NewIssue {
  const [severity, text] = ISSUES[code];
  const where = eventType === undefined ? "" : `${eventType}: `;
  const what = subject === undefined ? "it" : `"${subject}"`;
  return present({ code, severity, message: `${where}${what} ${text}.`, eventType, subject });
}
