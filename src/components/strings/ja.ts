import { japaneseChatStrings, japaneseThreadStrings } from "./ja/chat.ts";
import {
  japaneseAttachmentStrings,
  japaneseCompletionStrings,
  japaneseDictationStrings,
  japaneseQueueStrings,
} from "./ja/composer.ts";
import { japaneseFormStrings, japaneseInterruptStrings } from "./ja/interrupt.ts";
import { japaneseMessageStrings } from "./ja/message.ts";
import {
  japaneseActionStrings,
  japaneseBranchStrings,
  japaneseEarlierStrings,
  japaneseSearchStrings,
  japaneseWorkStrings,
} from "./ja/transcript.ts";
import type { Strings } from "./strings.ts";

/**
 * Texts in Japanese. Import it from `agui-kit/strings/ja`.
 *
 * @example Render a chat in Japanese
 * ```tsx
 * <Chat strings={japaneseStrings} lang="ja" />
 * ```
 */
export const japaneseStrings: Strings = {
  ...japaneseChatStrings,
  ...japaneseMessageStrings,
  actions: japaneseActionStrings,
  attachments: japaneseAttachmentStrings,
  branches: japaneseBranchStrings,
  completions: japaneseCompletionStrings,
  dictation: japaneseDictationStrings,
  earlier: japaneseEarlierStrings,
  form: japaneseFormStrings,
  interrupt: japaneseInterruptStrings,
  queue: japaneseQueueStrings,
  search: japaneseSearchStrings,
  threads: japaneseThreadStrings,
  work: japaneseWorkStrings,
};
