import { type ComponentType, createContext, type ReactEventHandler, type ReactNode } from "react";

/** The words of rendered Markdown. */
export interface MarkdownLabels {
  /** Button that copies a code block. */
  copy: string;
  /** The same button, shortly after it has copied. */
  copied: string;
  /** Button that breaks the long lines of a code block, and is pressed while it does. */
  wrap: string;
  /** Names a code block; its language is put behind. */
  codeBlock: string;
  /** Names the box a table scrolls in. */
  table: string;
  /** Names the box a formula scrolls in. */
  formula: string;
  /** Button in place of a remote image; `host` is where it would be loaded from. */
  loadImage: (host: string) => string;
  /** Names the footnotes below a text. */
  footnotes: string;
  /** Names a link that leads to a footnote. */
  footnote: (number: number) => string;
  /** Names a link that leads back from one; `time` counts the references to it, from 1. */
  backToText: (number: number, time: number) => string;
}

/**
 * Gives a block of code its colours: the same text, in elements of its own, now or later. What it
 * returns instead of a node (`null`, a rejected promise) leaves the code as it is. `signal` is aborted when
 * the answer is no longer wanted: the block is gone, or its code is another.
 */
export type Highlight = (
  code: string,
  language: string,
  signal: AbortSignal,
) => ReactNode | Promise<ReactNode>;

/** Props of a component that draws the code blocks of one language. */
export interface CodeBlockProps {
  /** Everything between the fences. */
  readonly code: string;
  /** As it was written behind the opening fence. */
  readonly language: string;
}

/** Props of a component that draws formulas. */
export interface MathProps {
  /** TeX, without the dollars around it. */
  readonly code: string;
  /** Whether it stands in lines of its own. Else it is a part of a sentence. */
  readonly isDisplay: boolean;
}

/** How Markdown is drawn, where that is for the application to say. */
export interface MarkdownOptions {
  /**
   * What gives code its colours, once its fence has closed; `false` leaves it without. May be written
   * inline: a block that has its colours, or has asked for them, is not given to another function of yours.
   *
   * @defaultValue colours for about thirty languages, loaded with the first block of code
   */
  readonly highlight?: Highlight | false | undefined;
  /**
   * Components that draw the code blocks of a language, by its name in lower case, once the fence has
   * closed: `{ mermaid: Diagram }`. What throws is shown as code.
   *
   * @defaultValue `{}`
   */
  readonly codeBlocks?: Readonly<Record<string, ComponentType<CodeBlockProps>>> | undefined;
  /**
   * What draws formulas. With it, `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and code blocks in `math` are
   * formulas; without it they are text, as dollars mostly are. A formula may have several lines, but
   * no blank one, and what nothing closes is text.
   *
   * For prices to stay text, `$…$` is in one line, has no backtick in it and no letter or digit directly
   * before or behind it (but for scripts without capitals, as in `其中$x$是`). It does not begin with white
   * space, and does not end with white space, an opening bracket or quotation mark, or with `+`, `-`, `–` or
   * `/`, except in an exponent or index (`$x^+$`).
   */
  readonly math?: ComponentType<MathProps> | undefined;
}

/** Props of `Markdown`. */
export interface MarkdownProps extends MarkdownOptions {
  /** The Markdown (GitHub flavoured). Cheap to render again when it grows at its end. */
  text: string;
  /**
   * Whether more text is coming. Unfinished syntax at the end is then shown as what it is about to
   * become, and the last block carries `data-streaming` (the `<div>` itself while there is none).
   *
   * @defaultValue false
   */
  isStreaming?: boolean | undefined;
  /**
   * Origins such as `"https://cdn.example.com"` whose images are loaded at once. All other remote
   * images wait for a click, since an address can carry the conversation out.
   *
   * @defaultValue []
   */
  allowedImageOrigins?: readonly string[] | undefined;
  /** Words to use instead of those of the settings around it. Keep the object stable between renders. */
  labels?: Partial<MarkdownLabels> | undefined;
  /** Added to the element beside `agk-markdown`. */
  className?: string | undefined;
}

export interface RemoteImageProps {
  /** Where the image is, entities decoded; may be anything a model wrote. */
  address: string;
  alt: string;
  title: string | undefined;
  /** A link cannot hold a button: there, an image that may not be loaded is its text. */
  isInLink: boolean;
  onError?: ReactEventHandler<HTMLImageElement>;
}

/** A block of code with its colours. */
export interface Colored {
  text: string;
  language: string;
  node: ReactNode;
}

export interface CodeToolsProps {
  text: string;
  language: string;
  /** Whether its fence has not closed yet. */
  isOpen: boolean;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
  onColored: (colored: Colored | undefined) => void;
}

export interface DrawnCodeProps {
  text: string;
  language: string;
  outer: object;
  /** The code, for when it cannot be drawn. */
  children: ReactNode;
}

interface Context extends MarkdownOptions {
  labels: FirstLabels & Partial<MarkdownLabels>;
  allowedImageOrigins: readonly string[];
  /** What the ids in the text begin with: nothing in an id is of the text. */
  id: string;
  /** What adds to code, draws it, and shows images, once it is loaded. */
  CodeTools?: ComponentType<CodeToolsProps> | undefined;
  drawCode?: ((options: MarkdownOptions, code: DrawnCodeProps) => ReactNode) | undefined;
  RemoteImage?: ComponentType<RemoteImageProps> | undefined;
}

/** Those that a text needs at once; the others come with what they are of. */
export type FirstLabels = Pick<MarkdownLabels, "codeBlock" | "table">;

export const DEFAULT_LABELS: FirstLabels = { codeBlock: "Code", table: "Table" };

// A context and not props of every block: a changed label must not render settled blocks again.
export const MarkdownContext = createContext<Context>({
  labels: DEFAULT_LABELS,
  allowedImageOrigins: [],
  id: "",
});

/** What the element carries at whose end the next words will appear. */
export type CaretProps = { readonly "data-caret": "" } | null;

/** Whether what is rendered is in the block that is still growing. */
export const OpenContext = createContext(false);
