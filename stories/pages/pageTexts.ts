import { approvalPages } from "./texts/approvalPages.ts";
import { chatPages } from "./texts/chatPages.ts";
import { composerPages } from "./texts/composerPages.ts";
import { messagePages } from "./texts/messagePages.ts";
import { toolPages } from "./texts/toolPages.ts";

/** Text of a page that the TSDoc of its components does not contain. Texts are Markdown. */
export interface PageText {
  /** Names of the documented components, the main one first. */
  readonly components: readonly string[];
  /** When to use the component, and what for. */
  readonly use: string;
  readonly accessibility: readonly string[];
}

/** Texts of the pages by the title of their stories. */
export const pageTexts: Readonly<Record<string, PageText>> = {
  ...chatPages,
  ...messagePages,
  ...toolPages,
  ...approvalPages,
  ...composerPages,
};
