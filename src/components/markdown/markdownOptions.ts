import type { ComponentType, ReactNode } from "react";
import type { Source } from "../sources/source.ts";

/** UI strings of rendered Markdown. */
export interface MarkdownLabels {
  /** Button that copies a code block or a table. */
  copy: string;
  /** Label of the copy button for two seconds after copying. */
  copied: string;
  /** Button that downloads a code block. Followed by "CSV" or "Markdown", it is the accessible name of those of a table. */
  download: string;
  /** Toggle button that wraps the long lines of a code block. */
  wrap: string;
  /** Accessible name of a code block, followed by its language. */
  codeBlock: string;
  /** Accessible name of the box in which a table scrolls. */
  table: string;
  /** Accessible name of the box in which a formula scrolls. */
  formula: string;
  /** Button instead of a remote image; `host` is the host that the image would be loaded from. */
  loadImage: (host: string) => string;
  /** Accessible name of the list of footnotes. */
  footnotes: string;
  /** Accessible name of a link to a footnote. */
  footnote: (number: number) => string;
  /** Accessible name of a link from a footnote back to its reference; `time` counts the references, from 1. */
  backToText: (number: number, time: number) => string;
  /** Accessible name of a source's number in the text; `title` is its address when it has no title. */
  citation: (number: number, title: string) => string;
}

/** English labels, for `Markdown` outside any settings. */
export const DEFAULT_LABELS: MarkdownLabels = {
  copy: "Copy",
  copied: "Copied",
  download: "Download",
  wrap: "Wrap lines",
  codeBlock: "Code",
  table: "Table",
  formula: "Formula",
  loadImage: (host) => `Load image from ${host}`,
  footnotes: "Footnotes",
  footnote: (number) => `Footnote ${number}`,
  backToText: (number, time) => `Back to reference ${number}${time > 1 ? `-${time}` : ""}`,
  citation: (number, title) => `Source ${number}: ${title}`,
};

/**
 * Highlights a code block: returns the same text with elements for its tokens, directly or as a promise. `null` or a
 * rejected promise leaves the code as it is.
 *
 * @param language - As written after the opening fence.
 * @param signal - Aborted when the result is no longer needed: the block has unmounted, or its code has changed.
 */
export type HighlightCode = (
  code: string,
  language: string,
  signal: AbortSignal,
) => ReactNode | Promise<ReactNode>;

/** Props of a component in `codeBlocks`, which renders the code blocks of one language. */
export interface CodeBlockProps {
  /** The text between the fences. */
  readonly code: string;
  /** The language as written after the opening fence. */
  readonly language: string;
}

/** Props of the `math` component, which renders formulas. */
export interface MathProps {
  /** TeX without its delimiters. */
  readonly code: string;
  /** True for a formula in lines of its own, false for one inside a sentence. */
  readonly isDisplay: boolean;
}

/** Options for how Markdown is rendered. */
export interface MarkdownOptions {
  /**
   * Highlights a code block once its fence has closed; `false` turns highlighting off. May be written inline: a block
   * that is highlighted, or is being highlighted, is not passed to a new function.
   *
   * @defaultValue highlights about 60 languages, with code that loads when the browser is idle
   */
  readonly highlight?: HighlightCode | false | undefined;
  /**
   * True to number the lines of code blocks, except while the user wraps them. The numbers are neither selected nor
   * copied.
   *
   * @defaultValue false
   */
  readonly lineNumbers?: boolean | undefined;
  /**
   * Components that render the code blocks of a language once the fence has closed, by the lower-case name of the
   * language: `{ mermaid: Diagram }`. When a component throws, the block is shown as code.
   *
   * @defaultValue `{}`
   */
  readonly codeBlocks?: Readonly<Record<string, ComponentType<CodeBlockProps>>> | undefined;
  /**
   * Component that renders formulas. With it, `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and code blocks in the language `math`
   * are formulas; without it they are text. A formula may have several lines, but no blank line. Without a closing
   * delimiter it is text.
   *
   * To keep prices text, `$…$` must be on one line, without a backtick inside. No letter or digit may be directly
   * before or after it (except in scripts without capitals, as in `其中$x$是`). It must not start with white space. It
   * must not end with white space, an opening bracket or a quotation mark. It must not end with `+`, `-`, `–` or `/`
   * either, except in an exponent or index (`$x^+$`).
   */
  readonly math?: ComponentType<MathProps> | undefined;
}

/** Props of `Markdown`. */
export interface MarkdownProps extends MarkdownOptions {
  /** GitHub Flavored Markdown. Rendering is cheap when the text grows at its end. */
  text: string;
  /**
   * True while more text is arriving. Unfinished syntax at the end is then shown as what it is about to become. The
   * last block has `data-streaming` (the `<div>` itself while there is no block).
   *
   * @defaultValue false
   */
  isStreaming?: boolean | undefined;
  /**
   * Origins, such as `"https://cdn.example.com"`, whose images load immediately. All other remote images wait for a
   * click, because the address of an image can leak the conversation.
   *
   * @defaultValue []
   */
  allowedImageOrigins?: readonly string[] | undefined;
  /**
   * Sources that the text cites: `[1]` and `[1, 2]` become chips with a card. A link whose text is only a number is such
   * a chip in any case. Keep the list stable between renders: a new one renders all citations again.
   *
   * @defaultValue []
   */
  sources?: readonly Source[] | undefined;
  /** Labels that replace those of the settings around it. Keep the object stable between renders. */
  labels?: Partial<MarkdownLabels> | undefined;
  /** Class added after `agk-markdown`. */
  className?: string | undefined;
}
