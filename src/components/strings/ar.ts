import { chatStrings, threadStrings } from "./ar/chat.ts";
import { attachmentStrings, completionStrings, dictationStrings } from "./ar/composer.ts";
import { formStrings, interruptStrings } from "./ar/interrupt.ts";
import { messageStrings } from "./ar/message.ts";
import { actionStrings, branchStrings, earlierStrings, workStrings } from "./ar/transcript.ts";
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
