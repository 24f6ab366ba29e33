/** Words around the conversation: regions, composer, what the run does, what went wrong. */
export interface ChatStrings {
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
    /** The same while the browser has no network. */
    readonly offline: string;
    /** There is no network, and nothing that waits for one. */
    readonly disconnected: string;
    readonly cancelled: string;
  };
  /** What the run does while tools of the page run. @param names - Of these tools, each once. */
  readonly runningTools: (names: readonly string[]) => string;

  /** Why the agent was not run again by itself, and the button that does it. */
  readonly halt: {
    readonly maxSteps: string;
    readonly repeatedCall: string;
    /** Every question is answered, and the run with the answers was stopped. */
    readonly unsent: string;
    readonly goOn: string;
  };

  /** The choice of a sub-agent that is to do the work. */
  readonly subagentPicker: {
    readonly label: string;
    /** No choice: the agent decides. */
    readonly any: string;
  };

  /** Messages that wait until the agent is free. */
  readonly queue: {
    /** Names the list. */
    readonly label: string;
    /** The button that queues what is written, or stops the run for it. */
    readonly add: string;
    readonly interrupt: string;
    /** Why the next message does not go out by itself, and what to do: after a run that was stopped. */
    readonly stopped: string;
    /** The same after one that failed. */
    readonly failed: string;
    /** The same for any other reason, as a question that is open. */
    readonly waiting: string;
    /** The buttons of a message; its text follows in what a screen reader says. */
    readonly edit: string;
    readonly moveUp: string;
    readonly moveDown: string;
    readonly sendNow: string;
    readonly remove: string;
    /** While it is edited. */
    readonly editing: string;
    readonly save: string;
    readonly cancel: string;
    /** What stands for a message without text. */
    readonly attachments: (count: number) => string;
    /** What a screen reader says. @param place - Counted from 1. */
    readonly moved: (place: number, count: number) => string;
    readonly added: string;
    readonly removed: string;
    /** When what was wanted of a message could not be done, or came too late. */
    readonly notDone: string;
    readonly alreadySent: string;
    readonly dismiss: string;
  };

  /** Why a message cannot be sent at the moment. */
  readonly answerFirst: string;
  readonly runsElsewhere: string;
  /** For any other reason. */
  readonly notSent: string;

  readonly errorDetails: string;
  /** What went wrong, in words of the person in front of it. */
  readonly errors: {
    readonly network: string;
    /** The same while the browser has no network. */
    readonly offline: string;
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
  /** What it says when the agent asks. @param questions - In words, as far as there are any. */
  readonly announceAsking: (count: number, questions: readonly string[]) => string;
}

type FirstOfQueue = "add" | "interrupt" | "added" | "removed";

/** Those that a chat needs from the start; the others are in `detailStrings`. */
export type FirstOfChat = Omit<ChatStrings, "halt" | "queue" | "scrollToEnd" | "subagentPicker"> & {
  readonly queue: Pick<ChatStrings["queue"], FirstOfQueue>;
};

/** In English. */
export const chatStrings: FirstOfChat = {
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
  welcome: "How can I help?",
  suggestions: "Suggestions",

  run: {
    submitted: "Waiting for a response",
    streaming: "Working…",
    executing: "Running tools…",
    waiting: "Needs your input",
    reconnecting: "Reconnecting…",
    offline: "You’re offline. This will continue when you’re back online.",
    disconnected: "You’re offline",
    cancelled: "Stopped",
  },
  runningTools: (names) => `Running ${names.join(", ")}…`,

  queue: {
    add: "Add to queue",
    interrupt: "Stop and send",
    added: "Message queued",
    removed: "Message removed from the queue",
  },

  answerFirst: "Answer the question above first",
  runsElsewhere: "A response is running in another window. Send this when it’s done.",
  notSent: "Message not sent. Try again.",

  errorDetails: "Details",
  errors: {
    network: "Connection failed. Check your internet connection and try again.",
    offline: "You’re offline. Try again when you’re back online.",
    timeout: "The assistant took too long to respond.",
    signIn: "You’re signed out, or don’t have access to this assistant.",
    tooMany: "Too many requests. Wait a moment and try again.",
    server: "The assistant is having trouble right now.",
    unreadable: "The assistant sent a response we couldn’t read.",
    incomplete: "The response was cut off.",
    other: "Something went wrong.",
  },

  announceMessage: (author, text) => `${author}: ${text}`,
  announceStart: "Assistant is responding",
  announceEnd: "Response complete",
  announceAsking: (count, questions) => {
    const asking = count > 1 ? `${count} questions need your answer` : "Needs your input";
    return questions.length > 0 ? `${asking}: ${questions.join(" ")}` : asking;
  },
};
