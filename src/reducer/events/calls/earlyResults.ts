import type { EventOf } from "../../../protocol/events.ts";
import { getOwn } from "../../ownProperty.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/*
 * Some servers send a result before its call, and number the calls of each run from 0. The id of such a result is that of
 * a call of an earlier run, which is answered already. The result is deferred until it is clear to which call it belongs:
 *
 * - to the next call of the run with that id, or
 * - to the earlier call, whose result it replaces, when the run ends without such a call.
 *
 * | events | results |
 * | --- | --- |
 * | `r1`: START `c0`, RESULT `c0` "one" | `c0` "one" |
 * | `r2`: RESULT `c0` "two" | `c0` "one" |
 * | `r2`: START `c0` | `c0` "one", `c0@r2` "two" |
 * | or `r2`: RUN_FINISHED | `c0` "two" |
 */

/**
 * Defers a result that may belong to the next call with its id. Returns false for a result that belongs to its call.
 *
 * @param key - The key of the call in the run tracking.
 * @param toolCallId - The id of the call, which has a result of the agent.
 */
export function deferEarlyResult(
  draft: SnapshotDraft,
  event: EventOf<"TOOL_CALL_RESULT">,
  { key, toolCallId }: { readonly key: string; readonly toolCallId: string },
): boolean {
  const info = draft.callInfo(toolCallId);
  const isOfRun = draft.findEntry("toolCalls", key) || info?.runId === draft.snapshot.run.runId;
  if (draft.tracking.phase !== "active" || !info || isOfRun) return false;
  const { rawEvent: _, ...deferred } = event;
  draft.putTracking("deferredResults", key, deferred);
  return true;
}

/** Removes the deferred result of a key, and returns it. */
export function takeEarlyResult(
  draft: SnapshotDraft,
  key: string,
): EventOf<"TOOL_CALL_RESULT"> | undefined {
  const event = getOwn(draft.tracking.deferredResults, key);
  if (event) draft.putTracking("deferredResults", key, undefined);
  return event;
}
