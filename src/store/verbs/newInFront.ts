import type { Message } from "../../protocol/events.ts";

/**
 * Which messages of a page come before what is shown.
 *
 * @param isLatest - Whether the page ends where the conversation does: then some of it may be shown already.
 *   Of an older page all is before what is shown.
 */
export function newInFront(
  shown: readonly Message[],
  page: readonly Message[],
  isLatest: boolean,
): readonly Message[] {
  const ids = new Set(shown.map(({ id }) => id));
  const known = page.findIndex(({ id }) => ids.has(id));
  const end = known >= 0 ? known : isLatest ? startOfSame(shown, page) : page.length;
  const seen = new Set<string>();
  // An id that is there twice, or none, names no message.
  return page.slice(0, end).filter(({ id }) => id !== "" && seen.size < seen.add(id).size);
}

/**
 * Where a page begins to say what is shown: some servers give the messages of the person ids of their
 * own, so it is found by what the person has said.
 */
function startOfSame(shown: readonly Message[], page: readonly Message[]): number {
  const said = wordsIn(shown);
  const told = wordsIn(page);
  const start = told.findIndex((_, at) => {
    const rest = told.slice(at);
    return rest.length <= said.length && rest.every(({ text }, i) => text === said[i]?.text);
  });
  return told[start]?.at ?? page.length;
}

function wordsIn(messages: readonly Message[]) {
  return messages.flatMap((message, at) =>
    message.role === "user" ? { at, text: JSON.stringify(message.content) } : [],
  );
}
