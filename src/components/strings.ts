import { DEFAULT_LABELS, type MarkdownLabels } from "./markdown/options.ts";

/**
 * Every word a person reads or hears in these components. Whoever adds a component adds its words
 * here; a language is one object of this type.
 */
export interface Strings {
  /** Accessible names of the regions. */
  readonly chat: string;
  readonly transcript: string;
  /** Who said it: the accessible name of each message, by role. */
  readonly authors: {
    readonly user: string;
    readonly assistant: string;
    readonly system: string;
    readonly developer: string;
    readonly tool: string;
    readonly activity: string;
    readonly reasoning: string;
  };

  readonly composerLabel: string;
  readonly composerPlaceholder: string;
  readonly send: string;
  readonly stop: string;
  readonly retry: string;
  readonly scrollToEnd: string;
  readonly welcome: string;
  readonly suggestions: string;

  /** What the run is doing, by its status; shown while nothing is being written. */
  readonly run: {
    readonly submitted: string;
    readonly streaming: string;
    readonly executing: string;
    readonly waiting: string;
    readonly reconnecting: string;
    readonly cancelled: string;
  };

  /** How far a tool call is. */
  readonly toolCall: {
    readonly streaming: string;
    readonly running: string;
    readonly waiting: string;
    readonly complete: string;
    readonly failed: string;
    readonly stopped: string;
    readonly arguments: string;
    readonly result: string;
    readonly error: string;
  };

  readonly thinking: string;
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

  readonly image: string;
  readonly audio: string;
  readonly video: string;
  readonly document: string;
  /** Inside of Markdown: code blocks, tables, images from elsewhere. */
  readonly markdown: Readonly<MarkdownLabels>;

  readonly errorDetails: string;
  /** What went wrong, in words of the person in front of it. */
  readonly errors: {
    readonly network: string;
    readonly timeout: string;
    readonly signIn: string;
    readonly tooMany: string;
    readonly server: string;
    readonly unreadable: string;
    readonly incomplete: string;
    readonly other: string;
  };

  /** What the live region says of a finished message. */
  readonly announceMessage: (author: string, text: string) => string;
  readonly announceStart: string;
  readonly announceEnd: string;
}

/** The built-in words, in English. */
export const englishStrings: Strings = {
  chat: "Chat",
  transcript: "Conversation",
  authors: {
    user: "You",
    assistant: "Assistant",
    system: "System",
    developer: "Developer",
    tool: "Tool result",
    activity: "Activity",
    reasoning: "Reasoning",
  },

  composerLabel: "Message",
  composerPlaceholder: "Write a message…",
  send: "Send",
  stop: "Stop",
  retry: "Try again",
  scrollToEnd: "Scroll to the end",
  welcome: "How can I help?",
  suggestions: "Suggestions",

  run: {
    submitted: "Waiting for an answer",
    streaming: "Working",
    executing: "Running tools",
    waiting: "Waiting for you",
    reconnecting: "Reconnecting",
    cancelled: "Stopped",
  },

  toolCall: {
    streaming: "Preparing",
    running: "Running",
    waiting: "Waiting for you",
    complete: "Done",
    failed: "Failed",
    stopped: "Not finished",
    arguments: "Arguments",
    result: "Result",
    error: "Error",
  },

  thinking: "Thinking",
  thoughtFor: (seconds) => `Thought for ${seconds} s`,
  thought: "Thought about it",
  thoughtPrivately: "Reasoned privately",
  seconds: (seconds) => `${seconds} s`,
  task: { done: "Done", active: "In progress", failed: "Failed", open: "To do" },

  image: "Image",
  audio: "Audio",
  video: "Video",
  document: "Document",
  markdown: DEFAULT_LABELS,

  errorDetails: "Details",
  errors: {
    network: "The connection failed. Check your network and try again.",
    timeout: "The agent took too long to answer.",
    signIn: "You are not signed in, or not allowed to use this agent.",
    tooMany: "Too many requests at once. Wait a moment and try again.",
    server: "The agent’s server has a problem at the moment.",
    unreadable: "The agent’s server sent something that cannot be read.",
    incomplete: "The answer broke off before it was complete.",
    other: "Something went wrong.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceStart: "The assistant is answering",
  announceEnd: "The assistant has finished",
};
