import type { HistoryPage } from "../../protocol/dialect.ts";

/** Event as it was received, before validation. */
export type EventFields = Readonly<Record<string, unknown>>;

/** Recognition of the messages of a history page in a replay, by their text. */
interface HistoryPageMatcher {
  /**
   * Matches an event.
   *
   * @returns True when the last complete messages are certainly those of the page. Never true for a page with
   *   little text, which an older page may repeat.
   */
  matchEvent(event: EventFields): boolean;
  /** True when the last message of the last run is not in the page. */
  endsOutsidePage(): boolean;
}

interface TextMessage {
  readonly id: unknown;
  readonly isUserMessage: boolean;
  text: string;
}

/** Events after which the message before them is complete. */
const COMPLETING_EVENTS = /^(TEXT_MESSAGE_(START|END)|RUN_(STARTED|FINISHED|ERROR))$/;

/** Creates a matcher for servers whose replay has other ids than their history. */
export function createHistoryPageMatcher({ messages }: HistoryPage): HistoryPageMatcher {
  const page = messages.flatMap(({ id, role, content }): TextMessage[] =>
    (role === "user" || role === "assistant") && typeof content === "string" && content.trim()
      ? [{ id, isUserMessage: role === "user", text: content.trim() }]
      : [],
  );
  const canMatch = hasDistinctAnswers(messages);
  /** Last received messages, at most as many as the page has, and those of the current run. */
  const received: TextMessage[] = [];
  let runMessages: TextMessage[] = [];

  function addText(id: unknown, role: unknown, text: unknown): void {
    let message = received.findLast((message) => message.id === id);
    if (!message) {
      message = { id, isUserMessage: role === "user", text: "" };
      received.push(message);
      runMessages.push(message);
      if (received.length > page.length) received.shift();
    }
    if (typeof text === "string") message.text += text;
  }

  function isPageReceived(): boolean {
    // Some servers do not replay user messages.
    const hasUserMessages = received.some(({ isUserMessage }) => isUserMessage);
    const expected = hasUserMessages ? page : page.filter(({ isUserMessage }) => !isUserMessage);
    return (
      expected.length > 0 &&
      expected.every(
        ({ text }, index) => received.at(index - expected.length)?.text.trim() === text,
      )
    );
  }

  return {
    matchEvent({ type, messageId, role, delta }) {
      const id = messageId ?? received.at(-1)?.id;
      const startsMessage = type === "TEXT_MESSAGE_CHUNK" && id !== received.at(-1)?.id;
      const isPageComplete =
        canMatch && (startsMessage || COMPLETING_EVENTS.test(String(type))) && isPageReceived();
      if (type === "RUN_STARTED") runMessages = [];
      else if (/^TEXT_MESSAGE_(START|CONTENT|CHUNK)$/.test(String(type))) addText(id, role, delta);
      return isPageComplete;
    },
    endsOutsidePage() {
      const last = runMessages.at(-1)?.text.trim();
      return last !== undefined && page.every(({ text }) => text !== last);
    },
  };
}

/** True when the text identifies a page: a single answer may be repeated, and tool calls are not compared. */
function hasDistinctAnswers(messages: HistoryPage["messages"]): boolean {
  const agentMessages = messages.filter(({ role }) => role !== "user");
  const answers = agentMessages.flatMap(({ role, content }) =>
    role === "assistant" && typeof content === "string" ? content.trim() || [] : [],
  );
  return answers.length === agentMessages.length && new Set(answers).size > 1;
}
