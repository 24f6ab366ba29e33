import { type ChatStrings, chatStrings } from "./chatStrings.ts";
import {
  type AttachmentStrings,
  attachmentStrings,
  type CompletionStrings,
  completionStrings,
  type DictationStrings,
  dictationStrings,
} from "./composerStrings.ts";
import { type FormStrings, formStrings } from "./formStrings.ts";
import { type InterruptStrings, interruptStrings } from "./interruptStrings.ts";
import { type MessageStrings, messageStrings } from "./messageStrings.ts";
import { type QueueStrings, queueStrings } from "./queueStrings.ts";
import { type ThreadStrings, threadStrings } from "./threadStrings.ts";
import {
  type ActionStrings,
  actionStrings,
  type BranchStrings,
  branchStrings,
  type EarlierStrings,
  earlierStrings,
  type SearchStrings,
  searchStrings,
} from "./transcriptStrings.ts";
import { type WorkStrings, workStrings } from "./workStrings.ts";

/**
 * Every text that users read or hear in the components. A language is one complete object of this type;
 * `agui-kit/strings/de`, `/ja` and `/ar` have German, Japanese and Arabic.
 */
export interface Strings extends ChatStrings, MessageStrings {
  /** Actions on a message. */
  readonly actions: ActionStrings;
  /** Files that are sent with a message. */
  readonly attachments: AttachmentStrings;
  /** Versions of a message. */
  readonly branches: BranchStrings;
  /** Menu for mentions and commands. */
  readonly completions: CompletionStrings;
  /** Speech input. */
  readonly dictation: DictationStrings;
  /** Messages before and after those that are rendered. */
  readonly earlier: EarlierStrings;
  /** Forms for a JSON Schema. */
  readonly form: FormStrings;
  /** Interrupt cards. */
  readonly interrupt: InterruptStrings;
  /** Messages that wait until the agent is free. */
  readonly queue: QueueStrings;
  /** Search in a conversation. */
  readonly search: SearchStrings;
  /** List of threads. */
  readonly threads: ThreadStrings;
  /** Steps, searches, grouped tool calls and usage. */
  readonly work: WorkStrings;
}

/**
 * Texts that replace some of the current ones. Groups are merged key by key; anything left out stays as
 * it is.
 */
export type StringsOverride = {
  readonly [K in keyof Strings]?: Strings[K] extends string | ((...args: never[]) => string)
    ? Strings[K]
    : Partial<Strings[K]>;
};

/** Built-in texts in English. */
export const englishStrings: Strings = {
  ...chatStrings,
  ...messageStrings,
  actions: actionStrings,
  attachments: attachmentStrings,
  branches: branchStrings,
  completions: completionStrings,
  dictation: dictationStrings,
  earlier: earlierStrings,
  form: formStrings,
  interrupt: interruptStrings,
  queue: queueStrings,
  search: searchStrings,
  threads: threadStrings,
  work: workStrings,
};
