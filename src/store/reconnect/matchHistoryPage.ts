import type { HistoryPage } from "../../protocol/dialect.ts";

/** An event as it was told, of which nothing is known yet. */
export type EventFields = Readonly<Record<string, unknown>>;

/** What finds out by their words which of the messages that are told are those of a page. */
export interface HistoryPageMatcher {
  /**
   * Hears an event.
   *
   * @returns Whether the last messages that were told whole are surely those of the page. Never for a page
   *   of few words: what is older may say the same.
   */
  matchEvent(event: EventFields): boolean;
  /** Whether the run that was told last has ended with something that is not in the page. */
  endsWithUnknown(): boolean;
}

interface Said {
  readonly id: unknown;
  readonly isOfPerson: boolean;
  words: string;
}

/** The events behind which nothing is added to the message that was told before them. */
const ENDS = /^(TEXT_MESSAGE_(START|END)|RUN_(STARTED|FINISHED|ERROR))$/;

/** For servers that tell a thread by other ids than those that its history has. */
export function createHistoryPageMatcher({ messages }: HistoryPage): HistoryPageMatcher {
  const page = messages.flatMap(({ id, role, content }): Said[] =>
    (role === "user" || role === "assistant") && typeof content === "string" && content.trim()
      ? [{ id, isOfPerson: role === "user", words: content.trim() }]
      : [],
  );
  const isTelling = isUnmistakable(messages);
  /** The last messages that were told, no more than the page has, and those of the run among them. */
  const told: Said[] = [];
  let ofRun: Said[] = [];

  function say(id: unknown, role: unknown, words: unknown): void {
    let said = told.findLast((one) => one.id === id);
    if (!said) {
      said = { id, isOfPerson: role === "user", words: "" };
      told.push(said);
      ofRun.push(said);
      if (told.length > page.length) told.shift();
    }
    if (typeof words === "string") said.words += words;
  }

  function isTold(): boolean {
    // Not all servers tell what the person has said.
    const isWhole = told.some(({ isOfPerson }) => isOfPerson);
    const last = isWhole ? page : page.filter(({ isOfPerson }) => !isOfPerson);
    return (
      last.length > 0 &&
      last.every(({ words }, at) => told.at(at - last.length)?.words.trim() === words)
    );
  }

  return {
    matchEvent({ type, messageId, role, delta }) {
      const id = messageId ?? told.at(-1)?.id;
      const isNext = type === "TEXT_MESSAGE_CHUNK" && id !== told.at(-1)?.id;
      const isAtEnd = isTelling && (isNext || ENDS.test(String(type))) && isTold();
      if (type === "RUN_STARTED") ofRun = [];
      else if (/^TEXT_MESSAGE_(START|CONTENT|CHUNK)$/.test(String(type))) say(id, role, delta);
      return isAtEnd;
    },
    endsWithUnknown() {
      const last = ofRun.at(-1)?.words.trim();
      return last !== undefined && page.every(({ words }) => words !== last);
    },
  };
}

/**
 * Whether a page can be told from what is older by its words: one answer is soon given twice, and of calls
 * and their results nothing is compared.
 */
function isUnmistakable(messages: HistoryPage["messages"]): boolean {
  const said = messages.filter(({ role }) => role !== "user");
  const answers = said.flatMap(({ role, content }) =>
    role === "assistant" && typeof content === "string" ? content.trim() || [] : [],
  );
  return answers.length === said.length && new Set(answers).size > 1;
}
