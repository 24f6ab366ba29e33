import {
  actionStrings,
  attachmentStrings,
  branchStrings,
  earlierStrings,
  surfaceStrings,
  threadStrings,
} from "./ja/around.ts";
import { formStrings, interruptStrings } from "./ja/asking.ts";
import { chatStrings } from "./ja/chat.ts";
import { messageStrings } from "./ja/message.ts";
import { completionStrings, dictationStrings, workStrings } from "./ja/work.ts";
import type { Strings } from "./strings.ts";

/**
 * The words in Japanese. Imported from `agui-kit/strings/ja`.
 *
 * @example A chat in Japanese
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
  surface: surfaceStrings,
  threads: threadStrings,
  work: workStrings,
};
