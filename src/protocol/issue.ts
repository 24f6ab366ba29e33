import type * as kinds from "./issueCodes.ts";
import { omitUndefined } from "./omitUndefined.ts";

/** A kind of issue: a constant of `issueCodes.ts`. */
export type IssueKind = (typeof kinds)[keyof typeof kinds];

/** Stable code of an issue. */
export type IssueCode = IssueKind[0];

/**
 * A fault of a stream that the thread survived, and how it was handled. Issues are collected in
 * `snapshot.issues`; they stop a run only in strict mode.
 */
export interface Issue {
  /** Identifies the kind of fault. */
  readonly code: IssueCode;
  /** Sentence for the author of the agent. */
  readonly message: string;
  /**
   * `violation`: the protocol forbids it, and a strict run fails. `notice`: legal, or tolerated by
   * the reference client.
   */
  readonly severity: "violation" | "notice";
  /** Type of the event with the fault, when there is one. */
  readonly eventType?: string;
  /** The message, tool call, sub-agent or field with the fault. */
  readonly subject?: string;
  /** Number of occurrences; repetitions are counted, not listed. */
  readonly count: number;
}

/** An issue before the collector counts it. */
export type NewIssue = Omit<Issue, "count">;

/** Reports a fault of an event or of a frame, which the subject names. */
export type ReportIssue = (kind: IssueKind, eventType?: string, subject?: string) => void;

/**
 * Creates an issue with its message: `TEXT_MESSAGE_CONTENT: "m1" is not open; send its start
 * first.`
 */
export function createIssue(kind: IssueKind, eventType?: string, subject?: string): NewIssue {
  const [code, severity, text] = kind;
  const prefix = eventType === undefined ? "" : `${eventType}: `;
  const label = subject === undefined ? "it" : `"${subject}"`;
  return omitUndefined({
    code,
    severity,
    message: `${prefix}${label} ${text}.`,
    eventType,
    subject,
  });
}
