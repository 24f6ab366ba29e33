import { callsOf } from "../../protocol/callsOf.ts";
import type { Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { findToolCall } from "../findToolCall.ts";
import { findMessage } from "../messageIndex.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { resolveCall } from "./identity/callIds.ts";

/**
 * Start of a result with which a server confirms that it has passed the call on to this client. Another word after it
 * would be part of an answer, unless it says what the client does with the call.
 */
const FORWARD_NOTICE =
  /^((the )?(tool )?call (\S+ )?)?((was|has been) )?forwarded to (the )?(client|frontend|browser|user interface)(-side| for | to be | tool | handler|(?!\s*[\w@-]))/i;
/** Fields of a notice that name its call, or the kind of a content part. Any other field but the text is an answer. */
const NAMING_FIELD = /^(?:type|tool|name|id|tool_?(?:call_?)?(?:id|name))$/i;
/** Longest notice; a longer text says something else as well. */
const MAX_NOTICE_LENGTH = 160;

/** Tests a result: its text, its only part, or an object with nothing else, each also as JSON. */
function isNotice(content: unknown): boolean {
  if (Array.isArray(content))
    return content.length === 1 && isRecord(content[0]) && isNotice(content[0]);
  if (isRecord(content)) {
    const texts = Object.entries(content).filter(([key]) => !NAMING_FIELD.test(key));
    return texts.length === 1 && isNotice(texts[0]?.[1]);
  }
  if (typeof content !== "string" || content.length > MAX_NOTICE_LENGTH) return false;
  const text = content.trim();
  return /^["[{]/.test(text)
    ? isNotice(parseJson(text))
    : FORWARD_NOTICE.test(text.replaceAll("_", " "));
}

/** True for a call that has another result than a notice. */
function hasUserResult(draft: SnapshotDraft, toolCallId: string): boolean {
  const { resultMessageId: id } = draft.callInfo(toolCallId) ?? {};
  const result = id === undefined ? undefined : findMessage(draft.snapshot, id);
  return result !== undefined && !isNotice(result.content);
}

/**
 * True for a result that does not answer its call: the tool of this client does, or has done so. A notice in a later
 * run than the call is no answer either, whichever tools that run offers.
 */
export function isForwardNotice(
  draft: SnapshotDraft,
  toolCallId: string,
  content: unknown,
): boolean {
  if (!isNotice(content)) return false;
  const name = findToolCall(draft.snapshot, toolCallId)?.toolCall.function.name ?? "";
  const { runId } = draft.callInfo(toolCallId) ?? {};
  const isOfOtherRun = runId !== undefined && runId !== draft.snapshot.run.runId;
  return (
    isOfOtherRun || draft.tracking.toolNames.includes(name) || hasUserResult(draft, toolCallId)
  );
}

/**
 * Removes the results that only say that a call was passed on to this client from the messages of a snapshot. A notice
 * before the last user message stays where the call has no other result: no tool answers that call any more.
 *
 * @param answeredIds - Receives the calls whose results in the conversation stay.
 */
export function withoutForwardNotices(
  draft: SnapshotDraft,
  stated: readonly Message[],
  answeredIds: Set<string>,
): readonly Message[] {
  const isNoticeOf = (message: Message) => message.role === "tool" && isNotice(message.content);
  if (!stated.some(isNoticeOf)) return stated;
  const lastUserPosition = stated.findLastIndex(({ role }) => role === "user");
  const names = new Map(
    stated.flatMap((message) =>
      callsOf(message).map((call) => [call.id, call.function.name] as const),
    ),
  );
  const answeredByServer = new Set(
    stated.flatMap((message) =>
      message.role === "tool" && !isNoticeOf(message) ? message.toolCallId : [],
    ),
  );
  return stated.filter((message, index) => {
    if (message.role !== "tool" || !isNoticeOf(message)) return true;
    if (answeredByServer.has(message.toolCallId)) return false;
    const id = resolveCall(draft, message.toolCallId);
    if (hasUserResult(draft, id)) {
      answeredIds.add(id);
      return false;
    }
    const name = names.get(message.toolCallId) ?? "";
    return index < lastUserPosition || !draft.tracking.toolNames.includes(name);
  });
}
