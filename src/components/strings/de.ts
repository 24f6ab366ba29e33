import {
  actionStrings,
  attachmentStrings,
  branchStrings,
  earlierStrings,
  surfaceStrings,
  threadStrings,
} from "./de/around.ts";
import { formStrings, interruptStrings } from "./de/asking.ts";
import { chatStrings } from "./de/chat.ts";
import { messageStrings } from "./de/message.ts";
import { completionStrings, dictationStrings, workStrings } from "./de/work.ts";
import type { Strings } from "./strings.ts";

/**
 * The words in German, which address nobody as "du" or "Sie". Imported from `agui-kit/strings/de`.
 *
 * @example A chat in German
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
  surface: surfaceStrings,
  threads: threadStrings,
  work: workStrings,
};
