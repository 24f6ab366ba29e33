import type { EventOf } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { ambiguousChunk } from "../../protocol/issueCodes.ts";
import { META_EVENT_NAME } from "../../protocol/legacy/reservedNames.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn } from "../ownProperty.ts";
import type { Annotation } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { startPredictions } from "./predictState.ts";
import { deferLangGraphInterrupt } from "./runInterrupts.ts";

/** Names of the fields with the id of a message, in the draft and in snake case. */
const TARGET_FIELDS = [
  ...["messageId", "targetId", "relatedId"],
  ...["message_id", "target_id", "related_id"],
];

/** Returns the id of the message that the payload of a meta event names, else `""` for the thread. */
function targetOf(payload: UnknownRecord): string {
  const ids = TARGET_FIELDS.map((name) => payload[name]);
  return ids.find((id): id is string => typeof id === "string") ?? "";
}

function annotate(draft: SnapshotDraft, value: unknown): void {
  if (!isRecord(value) || typeof value.metaType !== "string") return;
  const payload = isRecord(value.payload) ? value.payload : {};
  const target = targetOf(payload);
  const id = idOf(value);
  const annotation: Annotation = omitUndefined({
    id,
    metaType: value.metaType,
    payload,
    at: draft.arrivedAt,
  });
  const list = getOwn(draft.snapshot.annotations, target) ?? [];
  // An event with a known id is a repetition or a correction, not another note.
  const isKnown = (other: Annotation) => id !== undefined && other.id === id;
  const updated = list.some(isKnown)
    ? list.map((other) => (isKnown(other) ? annotation : other))
    : [...list, annotation];
  draft.putEntry("annotations", target, updated);
}

function idOf({ id }: UnknownRecord): string | undefined {
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

function handleCustom(draft: SnapshotDraft, { name, value, ...rest }: EventOf<"CUSTOM">): void {
  const payload: unknown = value;
  if (name === META_EVENT_NAME) annotate(draft, payload);
  else if (name === "on_interrupt") deferLangGraphInterrupt(draft, { ...rest, name, value });
  else if (name === "PredictState" && Array.isArray(payload)) {
    startPredictions(draft, payload);
  }
}

function reportUnexpanded(draft: SnapshotDraft): void {
  draft.report(ambiguousChunk);
}

/**
 * Handles CUSTOM events, which change nothing but for three widely used names: `PredictState`,
 * `on_interrupt` and the META draft. Chunks are expanded before they reach the reducer; a chunk that
 * could not be expanded becomes an issue.
 *
 * @see https://docs.ag-ui.com/concepts/events#special-events
 */
export const customHandlers: HandlersOf<
  "CUSTOM" | "TEXT_MESSAGE_CHUNK" | "TOOL_CALL_CHUNK" | "REASONING_MESSAGE_CHUNK"
> = {
  CUSTOM: handleCustom,
  TEXT_MESSAGE_CHUNK: reportUnexpanded,
  TOOL_CALL_CHUNK: reportUnexpanded,
  REASONING_MESSAGE_CHUNK: reportUnexpanded,
};
