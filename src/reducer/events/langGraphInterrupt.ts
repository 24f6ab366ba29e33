import type { EventOf } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import type { OpenInterrupt } from "../interruptTypes.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { deriveInterruptId } from "./interrupts.ts";

function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const { message, question, prompt } = isRecord(value) ? value : {};
  return [message, question, prompt].find((text): text is string => typeof text === "string");
}

function parseJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Defers an interrupt that LangGraph announces with CUSTOM `on_interrupt`, whose value is JSON in a string
 * or plain text. The interrupt opens at the end of the run, unless RUN_FINISHED names interrupts.
 */
export function deferLangGraphInterrupt(draft: SnapshotDraft, event: EventOf<"CUSTOM">): void {
  const { deferredInterrupts } = draft.tracking;
  const payload = parseJson(event.value);
  const message = readText(payload);
  const rawEvent: unknown = event.rawEvent;
  const { id } = isRecord(rawEvent) ? rawEvent : {};
  const deferred: OpenInterrupt = {
    id:
      typeof id === "string" && id !== ""
        ? id
        : deriveInterruptId(draft, deferredInterrupts.length),
    reason: "langgraph:interrupt",
    ...(message !== undefined && { message }),
    metadata: { payload },
    spelling: "command",
  };
  const others = deferredInterrupts.filter(({ id: other }) => other !== deferred.id);
  draft.setTracking({ deferredInterrupts: [...others, deferred] });
}
