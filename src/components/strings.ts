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
    /** A button: declines a call that waits for a person, where nothing else can answer it. */
    readonly decline: string;
    /** A button: runs a tool again that was cut off. */
    readonly rerun: string;
  };

  /** Why the agent was not run again by itself, and the button that does it. */
  readonly halt: {
    readonly maxSteps: string;
    readonly repeatedCall: string;
    /** Every question is answered, and the run with the answers was stopped. */
    readonly unsent: string;
    readonly goOn: string;
  };

  /** Why a message cannot be sent at the moment. */
  readonly answerFirst: string;

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

  /** A form made from a JSON Schema. */
  readonly form: {
    readonly submit: string;
    readonly cancel: string;
    readonly optional: string;
    /** In a list of choices, while nothing is chosen. */
    readonly choose: string;
    /** The name of what is asked for, or of a choice, that has none. */
    readonly answer: string;
    readonly choice: (position: number) => string;
    readonly addTo: (list: string) => string;
    /** One item of a list. @param position - Counted from 1. */
    readonly item: (list: string, position: number) => string;
    readonly remove: (item: string) => string;
    /** Beside a field in which JSON is to be written. */
    readonly json: string;
    /** How many answers have to change. */
    readonly problems: (count: number) => string;
    readonly failed: string;
    readonly loadFailed: string;

    /** What is wrong with an answer, by the keyword of JSON Schema that says so. */
    readonly required: string;
    /** @param type - The name of a type in JSON Schema, or `json`. */
    readonly type: (type: string) => string;
    /** @param format - The name of a format in JSON Schema, or `file`. */
    readonly format: (format: string) => string;
    readonly pattern: string;
    readonly enum: string;
    readonly minimum: (limit: number) => string;
    readonly maximum: (limit: number) => string;
    readonly exclusiveMinimum: (limit: number) => string;
    readonly exclusiveMaximum: (limit: number) => string;
    readonly multipleOf: (limit: number) => string;
    readonly minLength: (limit: number) => string;
    readonly maxLength: (limit: number) => string;
    readonly minItems: (limit: number) => string;
    readonly maxItems: (limit: number) => string;
  };

  /** What the agent asks a person, with what it takes to answer. */
  readonly interrupt: {
    /** What is asked for, by the reason of the interrupt. */
    readonly approvalTitle: string;
    readonly confirmationTitle: string;
    readonly inputTitle: string;
    readonly uploadTitle: string;
    readonly questionTitle: string;

    readonly approve: string;
    readonly deny: string;
    readonly yes: string;
    readonly no: string;
    readonly edit: string;
    readonly approveEdited: string;
    /** Why it is denied. */
    readonly denyReason: string;
    /** Answers with more than yes or no. */
    readonly otherAnswer: string;
    readonly send: string;
    readonly cancel: string;
    readonly back: string;
    readonly answer: string;
    /** Below a field that takes text and JSON: as what it is sent. */
    readonly asText: string;
    readonly asJson: string;
    readonly asBrokenJson: string;
    readonly details: string;

    readonly chooseFile: string;
    readonly chooseFiles: string;
    /** @param bytes - Of a file, or of all together. */
    readonly fileSize: (bytes: number) => string;
    readonly fileLimit: (size: string) => string;
    readonly filesTooLarge: (size: string) => string;

    readonly expiresInMinutes: (minutes: number) => string;
    /** @param seconds - At most 300. */
    readonly expiresInSeconds: (seconds: number) => string;
    readonly expired: string;
    /** Why an answer was not taken. */
    readonly refused: (why: string) => string;
    readonly failed: string;
    readonly loadFailed: string;

    /** How it was answered. */
    readonly approved: string;
    readonly approvedEdited: string;
    readonly denied: string;
    readonly confirmed: string;
    readonly declined: string;
    readonly answered: string;
    readonly cancelled: string;
    /** Behind an answer that is sent once the other questions are answered. */
    readonly waiting: string;
    readonly change: string;
    readonly keep: string;
  };

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

const typeSentences: Readonly<Record<string, string>> = {
  number: "Enter a number.",
  integer: "Enter a whole number.",
  json: "This is not valid JSON.",
};

const formatSentences: Readonly<Record<string, string>> = {
  email: "Enter an email address, as name@example.com.",
  uri: "Enter a web address, as https://example.com.",
  date: "Enter a whole date.",
  time: "Enter a whole time.",
  "date-time": "Enter a whole date and time.",
  file: "This file could not be read.",
};

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${unit}`;
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
    pending: "About to run",
    running: "Running",
    waiting: "Waiting for you",
    complete: "Done",
    failed: "Failed",
    denied: "Declined",
    unfinished: "Not finished",
    arguments: "Arguments",
    progress: "Progress",
    output: "Output",
    result: "Result",
    error: "Error",
    decline: "Decline",
    rerun: "Run again",
  },

  halt: {
    maxSteps: "The assistant has used tools many times in a row and paused.",
    repeatedCall: "The assistant keeps making the same tool call and paused.",
    unsent: "Your answers have not been sent yet.",
    goOn: "Continue",
  },

  answerFirst: "Answer the open question first",

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

  form: {
    submit: "Submit",
    cancel: "Cancel",
    optional: "optional",
    choose: "Choose…",
    answer: "Answer",
    choice: (position) => `Choice ${position}`,
    addTo: (list) => `Add to ${list}`,
    item: (list, position) => `${list} ${position}`,
    remove: (item) => `Remove ${item}`,
    json: "Write this as JSON.",
    problems: (count) =>
      count === 1 ? "One answer has to change." : `${count} answers have to change.`,
    failed: "This could not be submitted. Try again.",
    loadFailed: "The form could not be loaded.",

    required: "This is needed.",
    type: (type) => typeSentences[type] ?? "This is not of the right kind.",
    format: (format) => formatSentences[format] ?? "This is not in the right form.",
    pattern: "This is not in the right form.",
    enum: "Choose one of these.",
    minimum: (limit) => `Must be at least ${limit}.`,
    maximum: (limit) => `Must be at most ${limit}.`,
    exclusiveMinimum: (limit) => `Must be more than ${limit}.`,
    exclusiveMaximum: (limit) => `Must be less than ${limit}.`,
    multipleOf: (limit) => `Must be a multiple of ${limit}.`,
    minLength: (limit) => `Write at least ${limit} character${limit === 1 ? "" : "s"}.`,
    maxLength: (limit) => `Write at most ${limit} character${limit === 1 ? "" : "s"}.`,
    minItems: (limit) => `Add at least ${limit}.`,
    maxItems: (limit) => `Keep at most ${limit}.`,
  },

  interrupt: {
    approvalTitle: "Approval needed",
    confirmationTitle: "Please confirm",
    inputTitle: "Some details are needed",
    uploadTitle: "A file is needed",
    questionTitle: "A question for you",

    approve: "Approve",
    deny: "Deny",
    yes: "Yes",
    no: "No",
    edit: "Edit",
    approveEdited: "Approve with changes",
    denyReason: "Reason",
    otherAnswer: "Answer differently",
    send: "Send answer",
    cancel: "Cancel",
    back: "Back",
    answer: "Your answer",
    asText: "Sent as text; write JSON to send values.",
    asJson: "Sent as JSON.",
    asBrokenJson: "Sent as text, because it is not valid JSON.",
    details: "Details",

    chooseFile: "Choose a file",
    chooseFiles: "Choose files",
    fileSize: formatBytes,
    fileLimit: (size) => `Up to ${size} in all.`,
    filesTooLarge: (size) => `That is too much: up to ${size} can be sent.`,

    expiresInMinutes: (minutes) => `Expires in ${minutes} min`,
    expiresInSeconds: (seconds) =>
      `Expires in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
    expired: "The time to answer is over. This can only be cancelled.",
    refused: (why) => `This ${why}.`,
    failed: "The answer could not be given. Try again.",
    loadFailed: "What it takes to answer could not be loaded.",

    approved: "Approved",
    approvedEdited: "Approved with changes",
    denied: "Denied",
    confirmed: "Confirmed",
    declined: "Declined",
    answered: "Answered",
    cancelled: "Cancelled",
    waiting: "Waits for the other answers",
    change: "Change",
    keep: "Keep my answer",
  },

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
