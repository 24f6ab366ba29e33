import { EventType } from "../../protocol/events.ts";

const names = Object.values(EventType);

/** Normalizes a name: `textMessageStart`, `text-message-start` and `TEXT_MESSAGE_START` become equal. */
const normalizeName = (text: string) => text.replace(/[^a-z0-9]/gi, "").toLowerCase();

const byNormalizedName = new Map(names.map((name) => [normalizeName(name), name]));

/** Names of other systems for events of the protocol, normalized. */
const SYNONYMS: ReadonlyMap<string, EventType> = new Map([
  ["lifecyclestart", EventType.RUN_STARTED],
  ["lifecycleend", EventType.RUN_FINISHED],
  ["lifecycleerror", EventType.RUN_ERROR],
  ["messagedelta", EventType.TEXT_MESSAGE_CONTENT],
  ["messagestart", EventType.TEXT_MESSAGE_START],
  ["messageend", EventType.TEXT_MESSAGE_END],
  ["textdelta", EventType.TEXT_MESSAGE_CONTENT],
  ["toolcall", EventType.TOOL_CALL_START],
  ["tooluse", EventType.TOOL_CALL_START],
  ["toolresult", EventType.TOOL_CALL_RESULT],
  ["error", EventType.RUN_ERROR],
  ["done", EventType.RUN_FINISHED],
]);

/** Returns the event type that an unknown name most likely stands for. */
export function guessEventType(type: string): EventType | undefined {
  const key = normalizeName(type);
  return (
    byNormalizedName.get(key) ??
    byNormalizedName.get(key.replace(/event$/, "")) ??
    SYNONYMS.get(key)
  );
}
