import type * as kinds from "./issueCodes.ts";
import { omitUndefined } from "./omitUndefined.ts";

/** One thing a stream can do wrong: a constant of `issueKinds.ts`. */
export type IssueKind = (typeof kinds)[keyof typeof kinds];

/** What a stream can do wrong and a run can survive. */
export type IssueCode = IssueKind[0];

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
