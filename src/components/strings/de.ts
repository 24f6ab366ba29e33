import { chatStrings, threadStrings } from "./de/chat.ts";
import { attachmentStrings, completionStrings, dictationStrings } from "./de/composer.ts";
import { formStrings, interruptStrings } from "./de/interrupt.ts";
import { messageStrings } from "./de/message.ts";
import { actionStrings, branchStrings, earlierStrings, workStrings } from "./de/transcript.ts";
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
