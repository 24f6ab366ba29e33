import { arabicChatStrings, arabicThreadStrings } from "./ar/chat.ts";
import {
  arabicAttachmentStrings,
  arabicCompletionStrings,
  arabicDictationStrings,
  arabicQueueStrings,
} from "./ar/composer.ts";
import { arabicFormStrings, arabicInterruptStrings } from "./ar/interrupt.ts";
import { arabicMessageStrings } from "./ar/message.ts";
import {
  arabicActionStrings,
  arabicBranchStrings,
  arabicEarlierStrings,
  arabicSearchStrings,
  arabicWorkStrings,
} from "./ar/transcript.ts";
import type { Strings } from "./strings.ts";

/**
 * Texts in Modern Standard Arabic, with Western digits. Import it from `agui-kit/strings/ar`.
 *
 * @example Render a chat in Arabic
 * ```tsx
 * <Chat strings={arabicStrings} lang="ar" dir="rtl" />
 * ```
 */
export const arabicStrings: Strings = {
  ...arabicChatStrings,
  ...arabicMessageStrings,
  actions: arabicActionStrings,
  attachments: arabicAttachmentStrings,
  branches: arabicBranchStrings,
  completions: arabicCompletionStrings,
  dictation: arabicDictationStrings,
  earlier: arabicEarlierStrings,
  form: arabicFormStrings,
  interrupt: arabicInterruptStrings,
  queue: arabicQueueStrings,
  search: arabicSearchStrings,
  threads: arabicThreadStrings,
  work: arabicWorkStrings,
};
