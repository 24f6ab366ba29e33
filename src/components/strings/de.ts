import { germanChatStrings, germanThreadStrings } from "./de/chat.ts";
import {
  germanAttachmentStrings,
  germanCompletionStrings,
  germanDictationStrings,
  germanQueueStrings,
} from "./de/composer.ts";
import { germanFormStrings, germanInterruptStrings } from "./de/interrupt.ts";
import { germanMessageStrings } from "./de/message.ts";
import {
  germanActionStrings,
  germanBranchStrings,
  germanEarlierStrings,
  germanSearchStrings,
  germanWorkStrings,
} from "./de/transcript.ts";
import type { Strings } from "./strings.ts";

/**
 * Texts in German, without "du" or "Sie". Import it from `agui-kit/strings/de`.
 *
 * @example Render a chat in German
 * ```tsx
 * <Chat strings={germanStrings} lang="de" />
 * ```
 */
export const germanStrings: Strings = {
  ...germanChatStrings,
  ...germanMessageStrings,
  actions: germanActionStrings,
  attachments: germanAttachmentStrings,
  branches: germanBranchStrings,
  completions: germanCompletionStrings,
  dictation: germanDictationStrings,
  earlier: germanEarlierStrings,
  form: germanFormStrings,
  interrupt: germanInterruptStrings,
  queue: germanQueueStrings,
  search: germanSearchStrings,
  threads: germanThreadStrings,
  work: germanWorkStrings,
};
