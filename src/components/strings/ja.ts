import { chatStrings, threadStrings } from "./ja/chat.ts";
import { attachmentStrings, completionStrings, dictationStrings } from "./ja/composer.ts";
import { formStrings, interruptStrings } from "./ja/interrupt.ts";
import { messageStrings } from "./ja/message.ts";
import { actionStrings, branchStrings, earlierStrings, workStrings } from "./ja/transcript.ts";
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
  threads: threadStrings,
  work: workStrings,
};
