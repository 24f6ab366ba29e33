import { type ClosedChatStrings, closedChatStrings } from "./closedChatStrings.ts";

/** Texts of the chat: regions, composer, run status and errors. */
export interface ChatStrings extends ClosedChatStrings {
  /** Accessible name of the transcript. */
  readonly transcript: string;
  /** Accessible name of a message's author, by role. */
  readonly authors: {
    /** English: "You". */
    readonly user: string;
    /** English: "Assistant". */
    readonly assistant: string;
    /** English: "System". */
    readonly system: string;
    /** English: "Developer". */
    readonly developer: string;
    /** English: "Tool result". */
    readonly tool: string;
    /** English: "Activity". */
    readonly activity: string;
    /** English: "Reasoning". */
    readonly reasoning: string;
  };

  /** Accessible name of the composer's text field. */
  readonly composerLabel: string;
  /** English: "Write a message…". */
  readonly composerPlaceholder: string;
  /** English: "Send". */
  readonly send: string;
  /** English: "Stop". */
  readonly stop: string;
  /** English: "Scroll to the end". */
  readonly scrollToEnd: string;
  /** Title of the empty chat. */
  readonly welcome: string;
  /** Accessible name of the list of suggestions. */
  readonly suggestions: string;

  /** Status of the run, shown while no text streams. */
  readonly run: {
    /** English: "Waiting for a response". */
    readonly submitted: string;
    /** English: "Waiting for the previous response to stop…". */
    readonly serverBusy: string;
    /** The agent has shown nothing for 20 seconds. English: "This is taking longer than usual…". */
    readonly slow: string;
    /** English: "Working…". */
    readonly streaming: string;
    /** English: "Running tools…". */
    readonly executing: string;
    /** English: "Needs your input". */
    readonly waiting: string;
    /** English: "Reconnecting…". */
    readonly reconnecting: string;
    /** Replaces `reconnecting` while the browser is offline. */
    readonly offline: string;
    /** The browser is offline while no run waits for the network. */
    readonly disconnected: string;
    /** English: "Stopped". */
    readonly cancelled: string;
  };
  /**
   * Status of the run while frontend tools run.
   *
   * @param labels - Labels of the tools, each once.
   */
  readonly runningTools: (labels: readonly string[]) => string;

  /** Reasons why the run paused by itself, with the button that continues it. */
  readonly stopReason: {
    /** English: "Paused after many tool calls in a row.". */
    readonly maxAutomaticRuns: string;
    /** English: "Paused because the same tool call kept repeating.". */
    readonly repeatedCall: string;
    /** The user stopped the run that would have sent the answers to interrupts. */
    readonly unsentAnswers: string;
    /** Button that continues the run. */
    readonly continue: string;
  };

  /** Choice of the sub-agent for a task. */
  readonly subagentPicker: {
    /** English: "Agent". */
    readonly label: string;
    /** Option that lets the agent choose. */
    readonly automatic: string;
  };

  /** A message cannot be sent while an interrupt is open. */
  readonly answerFirst: string;
  /** A message cannot be sent while a run is active in another tab. */
  readonly runningElsewhere: string;
  /** A message could not be sent for another reason. */
  readonly notSent: string;

  /** Label of the technical details of an error. */
  readonly errorDetails: string;
  /** Button after a 401 or 403, with `onSignIn`. */
  readonly signIn: string;
  /** Messages about a failed run. */
  readonly errors: {
    /** English: "Connection failed. Check your internet connection and try again.". */
    readonly network: string;
    /** Replaces `network` while the browser is offline. */
    readonly offline: string;
    /** English: "The assistant took too long to respond.". */
    readonly timeout: string;
    /** English: "You’re signed out. Sign in to continue.". */
    readonly signIn: string;
    /** English: "You don’t have access to this assistant.". */
    readonly noAccess: string;
    /** English: "Too many requests. Wait a moment and try again.". */
    readonly tooMany: string;
    /** English: "This conversation is too long for the assistant.". */
    readonly tooLong: string;
    /** English: "The assistant is having trouble right now.". */
    readonly server: string;
    /**
     * The agent ended the run with RUN_ERROR. English: "The assistant ran into a problem.".
     *
     * @param message - The message of the agent, which is in the details. Return them when your agent writes them for users.
     * @param code - The code in RUN_ERROR.
     */
    readonly agent: (message: string, code?: string) => string;
    /** The response is invalid. */
    readonly unreadable: string;
    /** The response ended before the run did. */
    readonly incomplete: string;
    /** English: "Something went wrong.". */
    readonly other: string;
  };

  /** Announcement for a finished message. */
  readonly announceMessage: (author: string, text: string) => string;
  /**
   * Announcement for a finished message that is too long to be announced in full.
   *
   * @param beginning - First sentence of the message.
   * @param wordCount - Approximate number of words of the whole message.
   */
  readonly announceLongMessage: (author: string, beginning: string, wordCount: number) => string;
  /** Announcement for the start of a run, with the name of the assistant. */
  readonly announceStart: (author: string) => string;
  /** Announcement for the end of a run. */
  readonly announceEnd: string;
  /**
   * Announcement for open interrupts.
   *
   * @param questions - Messages of the interrupts that have one.
   */
  readonly announceInterrupts: (count: number, questions: readonly string[]) => string;
}

export const chatStrings: ChatStrings = {
  ...closedChatStrings,
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
  scrollToEnd: "Scroll to the end",
  welcome: "How can I help?",
  suggestions: "Suggestions",

  run: {
    submitted: "Waiting for a response",
    serverBusy: "Waiting for the previous response to stop…",
    slow: "This is taking longer than usual…",
    streaming: "Working…",
    executing: "Running tools…",
    waiting: "Needs your input",
    reconnecting: "Reconnecting…",
    offline: "You’re offline. This will continue when you’re back online.",
    disconnected: "You’re offline",
    cancelled: "Stopped",
  },
  runningTools: (labels) => `Running: ${labels.join(", ")}…`,

  stopReason: {
    maxAutomaticRuns: "Paused after many tool calls in a row.",
    repeatedCall: "Paused because the same tool call kept repeating.",
    unsentAnswers: "Your answers haven’t been sent yet.",
    continue: "Continue",
  },

  subagentPicker: {
    label: "Agent",
    automatic: "Automatic",
  },

  answerFirst: "Answer the question above first",
  runningElsewhere: "A response is running in another window. Send this when it’s done.",
  notSent: "Message not sent. Try again.",

  errorDetails: "Details",
  signIn: "Sign in",
  errors: {
    network: "Connection failed. Check your internet connection and try again.",
    offline: "You’re offline. Try again when you’re back online.",
    timeout: "The assistant took too long to respond.",
    signIn: "You’re signed out. Sign in to continue.",
    noAccess: "You don’t have access to this assistant.",
    tooMany: "Too many requests. Wait a moment and try again.",
    tooLong: "This conversation is too long for the assistant.",
    server: "The assistant is having trouble right now.",
    agent: () => "The assistant ran into a problem.",
    unreadable: "The assistant sent a response we couldn’t read.",
    incomplete: "The response was cut off.",
    other: "Something went wrong.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceLongMessage: (author, beginning, wordCount) =>
    `${author}: ${beginning} The message has about ${wordCount.toLocaleString("en")} words.`,
  announceStart: (author) => `${author} is responding`,
  announceEnd: "Response complete",
  announceInterrupts: (count, questions) => {
    const summary = count > 1 ? `${count} questions need your answer` : "Needs your input";
    return questions.length > 0 ? `${summary}: ${questions.join(" ")}` : summary;
  },
};
