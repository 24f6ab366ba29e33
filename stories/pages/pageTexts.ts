import type { PageText } from "./pageText.ts";
import { approvalPages } from "./texts/approvalPages.ts";
import { chatPages } from "./texts/chatPages.ts";
import { composerPages } from "./texts/composerPages.ts";
import { messagePages } from "./texts/messagePages.ts";
import { toolPages } from "./texts/toolPages.ts";

/** Texts of the pages by the title of their stories. */
export const pageTexts: Readonly<Record<string, PageText>> = {
  ...chatPages,
  ...messagePages,
  ...toolPages,
  ...approvalPages,
  ...composerPages,
};
