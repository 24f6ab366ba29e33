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
 *
 * | text | meaning |
 * | --- | --- |
 * | `Forwarded to client` | a notice |
 * | `Tool call "look" was forwarded to the browser.` | a notice |
 * | `forwarded to client for execution` | a notice |
 * | `Forwarded to client success manager Ann` | an answer |
 * | `The invoice was forwarded to the client` | an answer |
 */
const FORWARD_NOTICE =
  /^((the )?(tool )?call (\S+ )?)?((was|has been) )?forwarded to (the )?(client|frontend|browser|user interface)(-side| for | to be | tool | handler|(?!\s*[\w@-]))/i;
/** Fields of a notice that name its call or its receiver, or the kind of a content part. They say nothing else. */
const NAMING_FIELD = /^(?:type|tool|name|id|tool_?(?:call_?)?(?:id|name))$/i;
const RECEIVER_FIELD = /^(?:to|target|destination)$/i;
const RECEIVER = /^(?:client|frontend|browser)$/i;
/** Fields with the state of a call, and the states that say that this client answers it: `{"status": "pending_client"}`. */
const STATUS_FIELD = /^(?:status|state)$/i;
const FORWARDED_STATUS =
  /^(?:forwarded|(?:forwarded|delegated|dispatched|deferred|sent) to (?:the )?(?:client|frontend|browser)|(?:pending|awaiting|waiting for)(?: on)? (?:the )?(?:client|frontend|browser)(?: (?:side|tool))?(?: (?:execution|result|response))?)$/i;
/** Longest notice; a longer text says something else as well. */
const MAX_NOTICE_LENGTH = 160;

/** Tests a field of an object that may be a notice. */
function isNoticeField([key, value]: readonly [string, unknown]): boolean {
  if (STATUS_FIELD.test(key) && typeof value === "string")
    return FORWARDED_STATUS.test(value.replaceAll(/[_-]/g, " ")) || isNotice(value);
  // `{"forwarded": true}`
  return key === "forwarded" ? value === true : isNotice(value);
}

/** True for a field of an object that says nothing beside a notice. */
function isNamingField([key, value]: readonly [string, unknown]): boolean {
  const isReceiver = typeof value === "string" && RECEIVER.test(value);
  return NAMING_FIELD.test(key) || (RECEIVER_FIELD.test(key) && isReceiver);
}

/** Tests a result: its text, its only part, or an object with nothing else, each also as JSON. */
function isNotice(content: unknown): boolean {
  if (Array.isArray(content))
    return content.length === 1 && isRecord(content[0]) && isNotice(content[0]);
  if (isRecord(content)) {
    const fields = Object.entries(content).filter((field) => !isNamingField(field));
    return fields.length > 0 && fields.every(isNoticeField);
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
