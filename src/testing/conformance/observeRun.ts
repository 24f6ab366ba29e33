import { createCanonicalizer } from "../../protocol/canonicalizer.ts";
import type { Event, RunAgentInput } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { NewIssue } from "../../protocol/issue.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import { reduceEvents } from "../../reducer/reduceEvents.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ObservedFrame, ObservedRun, PlayedRun } from "./observedRun.ts";

/**
 * Applies a run frame by frame like a thread, and records the issues of each frame. The rules use these issues
 * instead of checking streams a second time.
 */
export function observeRun(
  played: PlayedRun,
  detectedDialect?: ObservedRun["detectedDialect"],
): ObservedRun {
  const { input } = played;
  let issues: NewIssue[] = [];
  let id = 0;
  const canonicalizer = createCanonicalizer({
    threadId: input.threadId,
    runId: input.runId,
    onIssue: (issue) => issues.push(issue),
    createId: () => `created-${++id}`,
  });
  let snapshot = createInputSnapshot(input);
  const frames = played.frames.map((value): ObservedFrame => {
    issues = [];
    const events: Event[] = [];
    const before = snapshot;
    try {
      canonicalizer.pushValue(value, events);
    } catch {
      // The canonicalizer throws after too many malformed frames; each was reported as an issue.
    }
    const after = reduceEvents(withoutIssues(before), events);
    snapshot = after;
    const type = isRecord(value) && typeof value.type === "string" ? value.type : "";
    return { value, type, events, issues: [...issues, ...after.issues], before, after };
  });
  const after = finishConnection(withoutIssues(snapshot));
  return {
    ...played,
    frames,
    endIssues: after.issues,
    after,
    ...(detectedDialect && { detectedDialect }),
  };
}

function createInputSnapshot({ threadId, messages, state, tools }: RunAgentInput): Snapshot {
  const snapshot = createSnapshot({ threadId, messages, state });
  const toolNames = (tools ?? []).map(({ name }) => name);
  return { ...snapshot, tracking: { ...snapshot.tracking, toolNames } };
}

/** Removes earlier issues, so that each issue is attributed to the frame that caused it. */
function withoutIssues(snapshot: Snapshot): Snapshot {
  return snapshot.issues.length === 0 ? snapshot : { ...snapshot, issues: [] };
}
