import type { EventName } from "../events.ts";
import type { IssueKind } from "../issue.ts";
import { alreadyOpen, idCollision, notOpen } from "../issueCodes.ts";
import { STREAM_REFERENCES, type StreamKind } from "../streamReferences.ts";

/** Events that begin, continue or end a stream. */
const STREAM_EVENT = /_(START|CONTENT|ARGS|END)$/;

/**
 * Creates the function that returns the issue of an event with an empty id, for one run. An empty id is replaced,
 * which is no violation. As for any other id, it is one to start a stream whose id is open, or to continue a stream
 * whose id is not open.
 */
export function createEmptyIdRule(): (type: EventName) => IssueKind {
  /** Kinds of streams of which one with an empty id is open. */
  const openKinds = new Set<StreamKind>();
  return (type) => {
    const { kind, effect } = STREAM_REFERENCES[type] ?? {};
    if (!kind || !STREAM_EVENT.test(type)) return idCollision;
    const isStart = effect === "opens";
    const isOpen = openKinds.has(kind);
    if (isStart) openKinds.add(kind);
    else if (type.endsWith("_END")) openKinds.delete(kind);
    if (isOpen !== isStart) return idCollision;
    return isStart ? alreadyOpen : notOpen;
  };
}
