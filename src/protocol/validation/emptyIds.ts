import type { EventName } from "../events.ts";
import type { IssueKind } from "../issue.ts";
import { alreadyOpen, idCollision, notOpen } from "../issueCodes.ts";
import { STREAM_REFERENCES, type StreamKind } from "../streamReferences.ts";

/** Events whose entity need not be open. */
const NAMING_ONLY: readonly EventName[] = ["TOOL_CALL_RESULT", "REASONING_ENCRYPTED_VALUE"];

/** Faults of events with an empty id. Stateful: create one per stream of events. */
interface EmptyIds {
  /** Begins a run. */
  startRun(): void;
  /** Returns the issue of an event with an empty id. */
  findIssue(type: EventName): IssueKind;
}

/**
 * Creates the rules for events with an empty id. An empty id is replaced, which is no violation. It is one, as for any
 * other id, to start a stream whose id is open, or to continue a stream whose id is not open.
 */
export function createEmptyIds(): EmptyIds {
  /** Kinds of streams of which one with an empty id is open. */
  const openKinds = new Set<StreamKind>();
  return {
    startRun: () => openKinds.clear(),
    findIssue(type) {
      const { kind, effect } = STREAM_REFERENCES[type] ?? {};
      if (kind === undefined || NAMING_ONLY.includes(type)) return idCollision;
      const isOpen = openKinds.has(kind);
      if (effect === "opens") openKinds.add(kind);
      else if (type.endsWith("_END")) openKinds.delete(kind);
      if (effect === "opens") return isOpen ? alreadyOpen : idCollision;
      return isOpen ? idCollision : notOpen;
    },
  };
}
