import type { Message } from "../../protocol/events.ts";

/**
 * Which messages of a page come before what is shown.
 *
 * @param isLatest - Whether the page ends where the conversation does: then some of it may be shown already.
 *   Of an older page all is before what is shown.
 */
export function withoutKnownMessages(
  shown: readonly Message[],
  page: readonly Message[],
  isLatest: boolean,
): readonly Message[] {
  const ids = new Set(shown.map(({ id }) => id));
  const known = page.findIndex(({ id }) => ids.has(id));
  const unknown = isLatest ? startOfSame(shown, page) : page.length;
  const end = known >= 0 ? startOfTurn(shown, page, known) : unknown;
  const seen = new Set<string>();
  // An id that is there twice, or none, names no message.
  return page.slice(0, end).filter(({ id }) => id !== "" && seen.size < seen.add(id).size);
}

/**
 * Where what is shown begins in a page that has one of its messages. Some servers give the messages of the
 * person alone ids of their own: a question right before the known message is the one that is shown before it.
 */
function startOfTurn(shown: readonly Message[], page: readonly Message[], known: number): number {
  const anchor = shown.findIndex(({ id }) => id === page[known]?.id);
  const said = wordsIn(shown.slice(0, anchor)).reverse();
  const told = wordsIn(page.slice(0, known)).reverse();
  const other = told.findIndex(({ text }, n) => text !== said[n]?.text);
  return told[(other < 0 ? told.length : other) - 1]?.at ?? known;
}

/**
 * Where a page begins to say what is shown: some servers give all messages ids of their own, so it is found
 * by what the person has said.
 */
function startOfSame(shown: readonly Message[], page: readonly Message[]): number {
  const said = wordsIn(shown);
  const told = wordsIn(page);
  const start = told.findIndex((_, at) => {
    const rest = told.slice(at);
    return rest.length <= said.length && rest.every(({ text }, i) => text === said[i]?.text);
  });
  const first = told[start];
  if (!first) return page.length;
  const [asked, next] = said;
  // One question alone may have been asked before, and be on its way to the server once more.
  const isLone = start === told.length - 1;
  const heard = shown.slice(asked?.at, next?.at);
  return !isLone || isAnswerOf(heard, page.slice(first.at)) ? first.at : page.length;
}

/** Whether what a server tells of an answer is the one that was heard: either may have more of it. */
function isAnswerOf(heard: readonly Message[], told: readonly Message[]): boolean {
  const [mine, its] = [answerIn(heard), answerIn(told)];
  return its === "" || (mine !== "" && (its.startsWith(mine) || mine.startsWith(its)));
}

function answerIn(messages: readonly Message[]): string {
  const parts = messages.flatMap((message) =>
    message.role === "assistant"
      ? [message.content ?? "", ...(message.toolCalls ?? []).map((call) => call.function.name)]
      : [],
  );
  return parts.join("").trim();
}

function wordsIn(messages: readonly Message[]) {
  return messages.flatMap((message, at) =>
    message.role === "user" ? { at, text: JSON.stringify(message.content) } : [],
  );
}
