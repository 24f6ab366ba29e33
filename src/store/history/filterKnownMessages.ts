import type { Message } from "../../protocol/events.ts";
import { findKnownMessages } from "../../reducer/prependMessages.ts";

/**
 * Returns the messages of a page that come before the conversation.
 *
 * @param isLatest - True when the page ends where the conversation does, so that both may overlap.
 * An older page lies completely before the conversation.
 */
export function filterKnownMessages(
  conversation: readonly Message[],
  page: readonly Message[],
  isLatest: boolean,
): readonly Message[] {
  const overlapIndex = isLatest ? findOverlapByText(conversation, page) : page.length;
  const end = findOverlap(conversation, page) ?? overlapIndex;
  // An empty id identifies no message.
  return page.slice(0, end).filter(({ id }) => id !== "");
}

/**
 * Returns the start of the overlap in a page that contains a known message, else `undefined`. Some servers assign new
 * ids to user messages only, so user messages before the known message are compared by their text.
 */
function findOverlap(
  conversation: readonly Message[],
  page: readonly Message[],
): number | undefined {
  const matches = findKnownMessages(conversation, page);
  const knownIndex = page.findIndex((message) => matches.has(message));
  const first = page[knownIndex];
  const shown = first && matches.get(first);
  if (!shown) return undefined;
  const anchor = conversation.indexOf(shown);
  const shownTexts = userTextsOf(conversation.slice(0, anchor)).reverse();
  const pageTexts = userTextsOf(page.slice(0, knownIndex)).reverse();
  const firstDifference = pageTexts.findIndex(({ text }, n) => text !== shownTexts[n]?.text);
  return (
    pageTexts[(firstDifference < 0 ? pageTexts.length : firstDifference) - 1]?.at ?? knownIndex
  );
}

/**
 * Returns the start of the overlap in a page without known ids. Some servers assign new ids to all messages, so user
 * messages are compared by their text.
 */
function findOverlapByText(conversation: readonly Message[], page: readonly Message[]): number {
  const shownTexts = userTextsOf(conversation);
  const pageTexts = userTextsOf(page);
  const start = pageTexts.findIndex((_, at) => {
    const tail = pageTexts.slice(at);
    return (
      tail.length <= shownTexts.length && tail.every(({ text }, i) => text === shownTexts[i]?.text)
    );
  });
  const first = pageTexts[start];
  if (!first) return page.length;
  const [firstShown, secondShown] = shownTexts;
  // A single user message may be a repetition that is still on its way to the server, so its reply
  // is compared too.
  const isSingleMessage = start === pageTexts.length - 1;
  const shownAnswer = conversation.slice(firstShown?.at, secondShown?.at);
  return !isSingleMessage || isSameAnswer(shownAnswer, page.slice(first.at))
    ? first.at
    : page.length;
}

/** True when two replies are the same: either may be longer than the other. */
function isSameAnswer(shownAnswer: readonly Message[], pageTexts: readonly Message[]): boolean {
  const [shownText, pageText] = [answerTextOf(shownAnswer), answerTextOf(pageTexts)];
  return (
    pageText === "" ||
    (shownText !== "" && (pageText.startsWith(shownText) || shownText.startsWith(pageText)))
  );
}

function answerTextOf(messages: readonly Message[]): string {
  const parts = messages.flatMap((message) =>
    message.role === "assistant"
      ? [message.content ?? "", ...(message.toolCalls ?? []).map((call) => call.function.name)]
      : [],
  );
  return parts.join("").trim();
}

function userTextsOf(messages: readonly Message[]) {
  return messages.flatMap((message, at) =>
    message.role === "user" ? { at, text: JSON.stringify(message.content) } : [],
  );
}
