import type { Snapshot } from "../../reducer/snapshot.ts";
import { selectIsRunning } from "../../selectors/selectIsRunning.ts";
import { subagentName } from "../../selectors/subagentName.ts";
import { haltStrings, subagentStrings } from "../strings/detailStrings.ts";
import type { SetStrings } from "../strings/override.ts";

/*
 * What a live region says of what happens seldom; loaded when it does.
 */

/**
 * What is said of the sub-agents that have failed since; one of a run that is told again is known to have.
 *
 * @param atFirst - What there was before anybody listened.
 * @param said - The ids of those that are known; what is said is added.
 */
export function failuresSince(
  before: Snapshot,
  snapshot: Snapshot,
  atFirst: Snapshot,
  said: Set<string>,
  strings: SetStrings,
): readonly string[] {
  const failed = Object.values(snapshot.subagents).filter(
    ({ id, status }) =>
      status === "failed" && !said.has(id) && atFirst.subagents[id]?.status !== "failed",
  );
  for (const { id } of failed) said.add(id);
  // What is loaded of an earlier conversation is no news either.
  if (!selectIsRunning(snapshot) && !selectIsRunning(before)) return [];
  const { announceFailed } = { ...subagentStrings, ...strings.subagent };
  return failed.map(({ id, error }) =>
    announceFailed(subagentName(snapshot, id), error?.message ?? strings.errors.other),
  );
}

/** Why the agent was not run again. */
export function haltReason({ run }: Snapshot, strings: SetStrings): string {
  const { maxSteps, repeatedCall } = { ...haltStrings, ...strings.halt };
  return run.stopReason === "repeated-call" ? repeatedCall : maxSteps;
}
