import { DEFAULT_LABELS, type MarkdownLabels } from "../markdown/markdownOptions.ts";
import { formatDuration } from "./format.ts";

/** Texts inside messages: tool calls, answers, sub-agents, reasoning, media and Markdown. */
export interface MessageStrings {
  /** Status and sections of a tool call. */
  readonly toolCall: {
    /** English: "Preparing". */
    readonly streaming: string;
    /** English: "Queued". */
    readonly pending: string;
    /** English: "Running". */
    readonly running: string;
    /** English: "Needs your input". */
    readonly waiting: string;
    /** English: "Done". */
    readonly complete: string;
    /** The call is complete, and its result reads like an error. */
    readonly warning: string;
    /** English: "Failed". */
    readonly failed: string;
    /** English: "Denied". */
    readonly denied: string;
    /** The run ended before the call had a result. */
    readonly unfinished: string;
    /** Label of the tool's name. */
    readonly name: string;
    /** English: "Arguments". */
    readonly arguments: string;
    /** English: "Progress". */
    readonly progress: string;
    /** English: "Output". */
    readonly output: string;
    /** English: "Result". */
    readonly result: string;
    /** Button that shows arguments or a result as JSON. */
    readonly source: string;
    /** English: "Error". */
    readonly error: string;
    /** Label of the user's reason for a denial. */
    readonly reason: string;
    /** Button that denies a call for which no other control is rendered. */
    readonly deny: string;
    /** Button that runs an interrupted tool again. */
    readonly rerun: string;
    /** Button that shows a call in the `ToolSlot` of its tool. English: "Show". */
    readonly show: string;
  };

  /** Answers to interrupts. */
  readonly answers: {
    /** English: "Approved". */
    readonly approved: string;
    /** English: "Approved with changes". */
    readonly approvedEdited: string;
    /** English: "Denied". */
    readonly denied: string;
    /** English: "Confirmed". */
    readonly confirmed: string;
    /** English: "Answered no". */
    readonly declined: string;
    /** English: "Answered". */
    readonly answered: string;
    /** English: "Skipped". */
    readonly cancelled: string;
    /** The answer is sent once the other interrupts are answered. */
    readonly waiting: string;
  };

  /** Status and sections of a sub-agent. */
  readonly subagent: {
    /** Replacement for the current activity when it is unknown. */
    readonly running: string;
    /** English: "Done". */
    readonly finished: string;
    /** The sub-agent needs the user's input. */
    readonly suspended: string;
    /** English: "Failed". */
    readonly failed: string;
    /** English: "Result". */
    readonly result: string;
    /**
     * Announcement for a failed sub-agent.
     *
     * @param reason - Error message of the sub-agent.
     */
    readonly announceFailed: (name: string, reason: string) => string;
  };

  /** Title of reasoning that streams. */
  readonly reasoning: string;
  /** Title of reasoning that streams encrypted. */
  readonly reasoningHidden: string;
  /**
   * Title of finished reasoning with a known duration.
   *
   * @param seconds - Whole seconds, at least 1.
   */
  readonly reasonedFor: (seconds: number) => string;
  /** Title of finished reasoning. */
  readonly reasoned: string;
  /** Title of finished encrypted reasoning. */
  readonly reasonedHidden: string;
  /**
   * Duration of a tool call or sub-agent.
   *
   * @param seconds - With at most one decimal.
   */
  readonly seconds: (seconds: number) => string;
  /** Status of a checklist item. */
  readonly task: {
    /** English: "Done". */
    readonly done: string;
    /** English: "In progress". */
    readonly active: string;
    /** English: "Failed". */
    readonly failed: string;
    /** English: "To do". */
    readonly open: string;
  };

  /** JSON values: true, false and null, and what stands for parts of a value or text. */
  readonly value: {
    /** English: "Yes". */
    readonly yes: string;
    /** English: "No". */
    readonly no: string;
    /** English: "None". */
    readonly none: string;
    /** Replacement for levels that are nested too deeply to render. */
    readonly tooDeep: string;
    /**
     * Button that renders more items of a list.
     *
     * @param count - Number of items that the button renders.
     * @param hidden - Number of items that are not rendered; `count` when the button renders all.
     */
    readonly moreItems: (count: number, hidden: number) => string;
    /** Button that renders more characters of a text, like `moreItems`. */
    readonly moreText: (count: number, hidden: number) => string;
    /** Replacement for line breaks and spaces that would push the following text out of view. */
    readonly blanks: (count: number) => string;
    /** Replacement for the middle of a long name. */
    readonly moreCharacters: (count: number) => string;
  };

  /** English: "Couldn’t display this properly.". A part of the transcript could not be rendered; its text follows. */
  readonly notDisplayed: string;

  /** English: "Image". */
  readonly image: string;
  /** English: "Audio". */
  readonly audio: string;
  /** English: "Video". */
  readonly video: string;
  /** English: "Document". */
  readonly document: string;
  /** Button instead of a remote player; `host` is the host that audio or video would be loaded from. */
  readonly playFrom: (host: string) => string;
  /** Texts of the view that shows an image in the whole window. */
  readonly lightbox: {
    /** Name of the button over an image. */
    readonly open: (name: string) => string;
    /** Name of the scrollable area with the image. */
    readonly view: string;
    /** English: "Larger". */
    readonly larger: string;
    /** English: "Smaller". */
    readonly smaller: string;
    /** English: "Close". */
    readonly close: string;
  };
  /** Texts of the player of audio, and of the button over a video. */
  readonly player: {
    /** Name of the button while the audio or video does not play, such as "Play interview.mp3". */
    readonly play: (name: string) => string;
    /** Name of the button while it plays. */
    readonly pause: (name: string) => string;
    /** Name of the slider. */
    readonly position: string;
    /** Value of the slider: the current time and the duration, such as `0:05` and `1:30`. */
    readonly time: (current: string, duration: string) => string;
  };
  /** Texts inside Markdown: code blocks, tables, footnotes and remote images. */
  readonly markdown: Readonly<MarkdownLabels>;
}

const duration = (seconds: number): string =>
  formatDuration(seconds, {
    minutes: (count) => `${count} min`,
    seconds: (count) => `${count} s`,
    separator: " ",
  });

export const messageStrings: MessageStrings = {
  toolCall: {
    streaming: "Preparing",
    pending: "Queued",
    running: "Running",
    waiting: "Needs your input",
    complete: "Done",
    warning: "Returned an error",
    failed: "Failed",
    denied: "Denied",
    unfinished: "Interrupted",
    name: "Tool",
    arguments: "Arguments",
    progress: "Progress",
    output: "Output",
    result: "Result",
    source: "JSON",
    error: "Error",
    reason: "Reason",
    deny: "Deny",
    rerun: "Run again",
    show: "Show",
  },

  answers: {
    approved: "Approved",
    approvedEdited: "Approved with changes",
    denied: "Denied",
    confirmed: "Confirmed",
    declined: "Answered no",
    answered: "Answered",
    cancelled: "Skipped",
    waiting: "Waiting for your other answers",
  },

  subagent: {
    running: "Working…",
    finished: "Done",
    suspended: "Needs your input",
    failed: "Failed",
    result: "Result",
    announceFailed: (name, reason) => `${name} failed: ${reason}`,
  },

  reasoning: "Thinking",
  reasoningHidden: "Thinking (hidden)",
  reasonedFor: (seconds) => {
    if (seconds >= 60) return `Thought for ${duration(seconds)}`;
    return `Thought for ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  },
  reasoned: "Thought process",
  reasonedHidden: "Thought (hidden)",
  seconds: duration,
  task: {
    done: "Done",
    active: "In progress",
    failed: "Failed",
    open: "To do",
  },

  value: {
    yes: "Yes",
    no: "No",
    none: "None",
    tooDeep: "Nested too deeply to show.",
    moreItems: (count, hidden) => `Show ${partOf(count, hidden)} more`,
    moreText: (count, hidden) =>
      `Show ${partOf(count, hidden)} more ${hidden === 1 ? "character" : "characters"}`,
    blanks: (count) => `${count.toLocaleString("en")} blank characters`,
    moreCharacters: (count) => `${count.toLocaleString("en")} more characters`,
  },

  notDisplayed: "Couldn’t display this properly.",

  image: "Image",
  audio: "Audio",
  video: "Video",
  document: "Document",
  playFrom: (host) => `Play from ${host}`,
  lightbox: {
    open: (name) => `Enlarge ${name}`,
    view: "Image view",
    larger: "Larger",
    smaller: "Smaller",
    close: "Close",
  },
  player: {
    play: (name) => `Play ${name}`,
    pause: (name) => `Pause ${name}`,
    position: "Position",
    time: (current, duration) => `${current} of ${duration}`,
  },
  markdown: DEFAULT_LABELS,
};

/** Formats a part of a number: "50", or "100 of 450". */
function partOf(count: number, total: number): string {
  const all = total.toLocaleString("en");
  return count === total ? all : `${count.toLocaleString("en")} of ${all}`;
}
