import type { Draft } from "../draft.ts";
import { getOwn } from "../safeRecord.ts";

/** Reasoning begins, if it has not begun already. */
export function startTiming(draft: Draft, id: string): void {
  if (draft.at === undefined || getOwn(draft.now.timings, id)) return;
  draft.put("timings", id, { startedAt: draft.at });
}

/** Reasoning that ends, or is cut off, has been thought until now. */
export function endTiming(draft: Draft, id: string): void {
  if (draft.at === undefined) return;
  draft.put("timings", id, { ...getOwn(draft.now.timings, id), endedAt: draft.at });
}
