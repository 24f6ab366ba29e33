import type { Message } from "../../protocol/events.ts";

/**
 * Returns the messages of a page that come before the conversation.
 *
 * @param isLatest - True when the page ends where the conversation does, so that both may overlap.
 * An older page lies completely before the conversation.
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
  // Duplicate and empty ids identify no message.
  return page.slice(0, end).filter(({ id }) => id !== "" && seen.size < seen.add(id).size);
}

/**
 * Returns the start of the overlap in a page that contains a known message. Some servers assign new
 * ids to user messages only, so user messages before the known message are compared by their text.
 */
function startOfTurn(shown: readonly Message[], page: readonly Message[], known: number): number {
  const anchor = shown.findIndex(({ id }) => id === page[known]?.id);
  const said = wordsIn(shown.slice(0, anchor)).reverse();
  const told = wordsIn(page.slice(0, known)).reverse();
  const other = told.findIndex(({ text }, n) => text !== said[n]?.text);
  return told[(other < 0 ? told.length : other) - 1]?.at ?? known;
}

/**
 * Returns the start of the overlap in a page without known ids: some servers assign new ids to all
 * messages, so user messages are compared by their text.
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
  // A single user message may be a repetition that is still on its way to the server, so its answer
  // is compared too.
  const isLone = start === told.length - 1;
  const heard = shown.slice(asked?.at, next?.at);
  return !isLone || isAnswerOf(heard, page.slice(first.at)) ? first.at : page.length;
}

/** True when two answers are the same: either may be longer than the other. */
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
