import { EventType } from "../../protocol/events.ts";

const names = Object.values(EventType);

/** Without its spelling: `textMessageStart`, `text-message-start` and `TEXT_MESSAGE_START` are one. */
const bare = (text: string) => text.replace(/[^a-z0-9]/gi, "").toLowerCase();

const byBareName = new Map(names.map((name) => [bare(name), name]));

/** Names that other systems have for the events of the protocol. */
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

/** The event type that an unknown name most likely means. */
export function guessName(type: string): EventType | undefined {
  const key = bare(type);
  return byBareName.get(key) ?? byBareName.get(key.replace(/event$/, "")) ?? SYNONYMS.get(key);
}
