import { isRecord } from "../../protocol/isRecord.ts";

/** Whether the last run has ended after these events, given how it was before them. Frames may be anything. */
export function isRunFinished(events: readonly unknown[], before: boolean): boolean {
  return events.reduce<boolean>((isOver, event) => {
    const type = isRecord(event) ? event.type : undefined;
    if (type === "RUN_STARTED") return false;
    return isOver || type === "RUN_FINISHED" || type === "RUN_ERROR";
  }, before);
}
