import { DEFAULT_LABELS, type MarkdownLabels } from "../markdown/markdownOptions.ts";
import { formatDuration } from "./clock.ts";

/** Words inside of messages: tool calls, reasoning, media, Markdown. */
export interface MessageStrings {
  /** How far a tool call is. */
  readonly toolCall: {
    readonly streaming: string;
    readonly pending: string;
    readonly running: string;
    readonly waiting: string;
    readonly complete: string;
    readonly failed: string;
    readonly denied: string;
    /** It failed without an answer, because its run had ended. */
    readonly unfinished: string;
    readonly arguments: string;
    readonly progress: string;
    readonly output: string;
    readonly result: string;
    readonly error: string;
    /** Above what a person said when they declined it. */
    readonly reason: string;
    /** A button: declines a call that waits for a person, where nothing else can answer it. */
    readonly decline: string;
    /** A button: runs a tool again that was cut off. */
    readonly rerun: string;
  };

  /** How a question was answered. */
  readonly answers: {
    readonly approved: string;
    readonly approvedEdited: string;
    readonly denied: string;
    readonly confirmed: string;
    readonly declined: string;
    readonly answered: string;
    readonly cancelled: string;
    /** Behind an answer that is sent once the other questions are answered. */
    readonly waiting: string;
  };
  /** In the place of a form or a question, above a button that tries again. */
  readonly loadFailed: string;

  /** How far a sub-agent is. */
  readonly subagent: {
    /** Where nothing is known of what it does at the moment. */
    readonly running: string;
    readonly finished: string;
    /** It waits for the person. */
    readonly suspended: string;
    readonly failed: string;
    readonly result: string;
    /** Said, and not written: that one failed. @param reason - In its own words. */
    readonly announceFailed: (name: string, reason: string) => string;
  };

  readonly thinking: string;
  /** While nothing of it can be read, from an agent that says that it encrypts what it thinks. */
  readonly thinkingPrivately: string;
  /** @param seconds - Whole seconds, at least 1. */
  readonly thoughtFor: (seconds: number) => string;
  readonly thought: string;
  readonly thoughtPrivately: string;
  /** A duration beside a tool call. @param seconds - With at most one decimal. */
  readonly seconds: (seconds: number) => string;
  /** Where an item of a checklist stands. */
  readonly task: {
    readonly done: string;
    readonly active: string;
    readonly failed: string;
    readonly open: string;
  };

  /** Values without words of their own. */
  readonly value: {
    readonly yes: string;
    readonly no: string;
    readonly none: string;
  };

  readonly image: string;
  readonly audio: string;
  readonly video: string;
  readonly document: string;
  /** Inside of Markdown: code blocks, tables, images from elsewhere. */
  readonly markdown: Readonly<MarkdownLabels>;
}

/** What is inside of a card, which is loaded when the first one is there. */
type InsideOfCall =
  | "arguments"
  | "progress"
  | "output"
  | "result"
  | "error"
  | "reason"
  | "decline"
  | "rerun";

/** Those that a chat needs from the start; the others are in `detailStrings`. */
export type FirstOfMessages = Omit<
  MessageStrings,
  "answers" | "markdown" | "subagent" | "task" | "toolCall" | "value"
> & {
  readonly answers: Pick<MessageStrings["answers"], "denied" | "cancelled" | "waiting">;
  readonly markdown: Readonly<MarkdownLabels>;
  readonly toolCall: Omit<MessageStrings["toolCall"], InsideOfCall>;
};

const duration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${count} min`,
    seconds: (count) => `${count} s`,
    separator: " ",
  });

/** In English. */
export const messageStrings: FirstOfMessages = {
  toolCall: {
    streaming: "Preparing",
    pending: "Queued",
    running: "Running",
    waiting: "Needs your input",
    complete: "Done",
    failed: "Failed",
    denied: "Denied",
    unfinished: "Interrupted",
  },

  answers: {
    denied: "Denied",
    cancelled: "Skipped",
    waiting: "Waiting for your other answers",
  },
  loadFailed: "Couldn’t load this.",

  thinking: "Thinking",
  thinkingPrivately: "Thinking (hidden)",
  thoughtFor: (seconds) => {
    if (seconds >= 60) return `Thought for ${duration(seconds)}`;
    return `Thought for ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  },
  thought: "Thought process",
  thoughtPrivately: "Thought (hidden)",
  seconds: duration,

  image: "Image",
  audio: "Audio",
  video: "Video",
  document: "Document",
  markdown: DEFAULT_LABELS,
};
