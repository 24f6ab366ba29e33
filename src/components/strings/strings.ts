import { type ActionStrings, actionStrings } from "./actionStrings.ts";
import { type AttachmentStrings, attachmentStrings } from "./attachmentStrings.ts";
import { type BranchStrings, branchStrings } from "./branchStrings.ts";
import type { ChatStrings } from "./chatStrings.ts";
import { type CompletionStrings, completionStrings } from "./completionStrings.ts";
import {
  answerDetails,
  callDetails,
  haltStrings,
  queueDetails,
  scrollToEnd,
  subagentPickerStrings,
  subagentStrings,
  taskStrings,
  valueStrings,
} from "./detailStrings.ts";
import { type DictationStrings, dictationStrings } from "./dictationStrings.ts";
import { type EarlierStrings, earlierStrings } from "./earlierStrings.ts";
import { firstStrings } from "./firstStrings.ts";
import { type FormStrings, formStrings } from "./formStrings.ts";
import { type InterruptStrings, interruptStrings } from "./interruptStrings.ts";
import type { MessageStrings } from "./messageStrings.ts";
import { type SurfaceStrings, surfaceStrings } from "./surfaceStrings.ts";
import { type ThreadStrings, threadStrings } from "./threadStrings.ts";
import { type WorkStrings, workStrings } from "./workStrings.ts";

/** Words of what is loaded when it is first needed, so that they are not loaded before it. */
interface LateStrings {
  /** What can be done with a message. */
  readonly actions: ActionStrings;
  /** Files that go out with a message. */
  readonly attachments: AttachmentStrings;
  /** Several versions of a message. */
  readonly branches: BranchStrings;
  /** The menu of what can be mentioned or done. */
  readonly completions: CompletionStrings;
  /** Speech that is turned into text. */
  readonly dictation: DictationStrings;
  /** What was said before the messages that are shown. */
  readonly earlier: EarlierStrings;
  /** A form made from a JSON Schema. */
  readonly form: FormStrings;
  /** What the agent asks a person, with what it takes to answer. */
  readonly interrupt: InterruptStrings;
  /** What a chat opens in: a popup, or a sidebar. */
  readonly surface: SurfaceStrings;
  /** A list of conversations. */
  readonly threads: ThreadStrings;
  /** How the agent works: its steps, what it searches, what it has used. */
  readonly work: WorkStrings;
}

/**
 * Every word a person reads or hears in these components. Whoever adds a component adds its words
 * to one of the families; a language is one object of this type.
 */
export interface Strings extends ChatStrings, MessageStrings, LateStrings {}

/** The built-in words, in English. */
export const englishStrings: Strings = {
  ...firstStrings,
  queue: { ...firstStrings.queue, ...queueDetails },
  halt: haltStrings,
  toolCall: { ...firstStrings.toolCall, ...callDetails },
  scrollToEnd,
  subagent: subagentStrings,
  subagentPicker: subagentPickerStrings,
  answers: { ...firstStrings.answers, ...answerDetails },
  markdown: firstStrings.markdown,
  task: taskStrings,
  value: valueStrings,
  actions: actionStrings,
  attachments: attachmentStrings,
  branches: branchStrings,
  completions: completionStrings,
  dictation: dictationStrings,
  earlier: earlierStrings,
  form: formStrings,
  interrupt: interruptStrings,
  surface: surfaceStrings,
  threads: threadStrings,
  work: workStrings,
};
