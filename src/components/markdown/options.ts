import { createContext } from "react";

/** The words of rendered Markdown. */
export interface MarkdownLabels {
  /** Button that copies a code block. */
  copy: string;
  /** The same button, shortly after it has copied. */
  copied: string;
  /** Names a code block; its language is put behind. */
  codeBlock: string;
  /** Names the box a table scrolls in. */
  table: string;
  /** Button in place of a remote image; `host` is where it would be loaded from. */
  loadImage: (host: string) => string;
}

export interface MarkdownOptions {
  labels: MarkdownLabels;
  allowedImageOrigins: readonly string[];
}

export const DEFAULT_LABELS: MarkdownLabels = {
  copy: "Copy",
  copied: "Copied",
  codeBlock: "Code",
  table: "Table",
  loadImage: (host) => `Load image from ${host}`,
};

// A context and not props of every block: a changed label must not render settled blocks again.
export const MarkdownContext = createContext<MarkdownOptions>({
  labels: DEFAULT_LABELS,
  allowedImageOrigins: [],
});
