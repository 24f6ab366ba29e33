import {
  actionStrings,
  attachmentStrings,
  branchStrings,
  earlierStrings,
  surfaceStrings,
  threadStrings,
} from "./ar/around.ts";
import { formStrings, interruptStrings } from "./ar/asking.ts";
import { chatStrings } from "./ar/chat.ts";
import { messageStrings } from "./ar/message.ts";
import { completionStrings, dictationStrings, workStrings } from "./ar/work.ts";
import type { Strings } from "./strings.ts";

/**
 * The words in Modern Standard Arabic, with Western digits. Imported from `agui-kit/strings/ar`.
 *
 * @example A chat in Arabic
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
  surface: surfaceStrings,
  threads: threadStrings,
  work: workStrings,
};
