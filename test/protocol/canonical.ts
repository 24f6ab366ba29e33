import {
  type AgentYield,
  canonicalEvents,
  type Event,
  type Issue,
  type NewIssue,
} from "../../src/core.ts";

/** Result of canonicalizing a stream. */
export interface Canonical {
  readonly events: readonly Event[];
  /** Events in the batches of the stream. */
  readonly batches: readonly (readonly Event[])[];
  readonly issues: readonly NewIssue[];
  /** Error that the stream threw. */
  readonly error?: unknown;
}

/** Canonicalizes values as an agent yields them; an array is one batch. */
export async function canonical(...values: readonly unknown[]): Promise<Canonical> {
  const batches: (readonly Event[])[] = [];
  const issues: NewIssue[] = [];
  let minted = 0;
  async function* source() {
    // Tests pass malformed values on purpose.
    for (const value of values) yield value as AgentYield;
  }
  const options = {
    threadId: "t1",
    runId: "r1",
    createId: () => `id-${++minted}`,
    onIssue: (issue: NewIssue) => issues.push(issue),
  };
  try {
    for await (const batch of canonicalEvents(source(), options)) batches.push(batch);
  } catch (error) {
    return { events: batches.flat(), batches, issues, error };
  }
  return { events: batches.flat(), batches, issues };
}

/** Returns the issues as `severity code subject`. */
export function summaries(issues: readonly (Issue | NewIssue)[]): string[] {
  return issues.map(({ severity, code, subject }) =>
    subject === undefined ? `${severity} ${code}` : `${severity} ${code} ${subject}`,
  );
}
