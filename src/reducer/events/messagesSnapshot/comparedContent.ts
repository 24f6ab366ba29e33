import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { UNNAMED_TOOL } from "../../../protocol/validation/lenientChecks.ts";
import { serverIdOf } from "../../serverIds.ts";
import { compactTextOf } from "./restoreOmittedFields.ts";

/** Returns the content of a message and the arguments of its calls. */
export function comparedContentOf(message: Message): readonly unknown[] {
  return [message.content, ...callsOf(message).map((call) => call.function.arguments)];
}

/** Returns the server's ids of the calls that a message makes. */
export function serverCallIdsOf(message: Message): readonly string[] {
  return callsOf(message).map(serverIdOf);
}

/** Returns the key of a message apart from its id: its text without media, which servers omit, and its calls. */
export function contentKeyOf(message: Message): string | undefined {
  const calls = callsOf(message);
  const text = message.role === "tool" ? "" : compactTextOf(message);
  if (calls.length === 0) return text || undefined;
  return JSON.stringify([text, ...calls.map((call) => call.function)]);
}

/**
 * True for an open message whose text and calls are the beginning of those of a stated one, or the other way round. Either
 * may have calls that the other does not have yet.
 */
export function isPartOfMessage(open: Message, stated: Message): boolean {
  const openText = compactTextOf(open);
  const statedText = compactTextOf(stated);
  const openCalls = callsOf(open);
  const statedCalls = callsOf(stated);
  const isPart = statedText.startsWith(openText) || openText.startsWith(statedText);
  if (openCalls.length === 0 || statedCalls.length === 0)
    return openText !== "" && statedText !== "" && isPart;
  const [shorter, longer] =
    openCalls.length < statedCalls.length ? [openCalls, statedCalls] : [statedCalls, openCalls];
  return isPart && shorter.every((call, i) => isPartOfCall(call, longer[i]));
}

/** True for a message with calls, none of which names its tool. */
export function lacksToolNames(message: Message): boolean {
  const calls = callsOf(message);
  return calls.length > 0 && calls.every((call) => call.function.name === UNNAMED_TOOL);
}

/** True when a stated message has no calls, and a text that is the beginning of the text of another message. */
export function isBeginningOf(stated: Message, whole: Message): boolean {
  const text = compactTextOf(stated);
  return text !== "" && callsOf(stated).length === 0 && compactTextOf(whole).startsWith(text);
}

/**
 * True for an open call whose arguments are part of those that a snapshot states for a call under another id. A call that
 * names no tool may be a call of any tool.
 */
export function isPartOfCall(open: ToolCall, stated: ToolCall | undefined): boolean {
  if (!stated) return false;
  const names = new Set([open.function.name, stated.function.name]);
  names.delete(UNNAMED_TOOL);
  if (names.size > 1) return false;
  const [sent, whole] = [open.function.arguments, stated.function.arguments];
  return whole.startsWith(sent) || sent.startsWith(whole);
}
