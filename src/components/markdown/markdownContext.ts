import { type ComponentType, createContext, type ReactEventHandler, type ReactNode } from "react";
import { DEFAULT_LABELS, type MarkdownLabels, type MarkdownOptions } from "./markdownOptions.ts";

/** A code block as highlighted elements. */
export interface HighlightedCode {
  text: string;
  language: string;
  node: ReactNode;
}

/** Props of the buttons and the highlighting of a code block. */
export interface CodeToolsProps {
  text: string;
  language: string;
  /** True while the fence has not closed. */
  isOpen: boolean;
  isWrapped: boolean;
  onWrap: (isWrapped: boolean) => void;
  onHighlighted: (highlighted: HighlightedCode | undefined) => void;
}

export interface CustomCodeProps {
  text: string;
  language: string;
  /** Attributes of the outermost element of the block. */
  outer: object;
  /** The code block, shown when the custom component throws. */
  children: ReactNode;
}

export interface RemoteImageProps {
  /** Address with entities decoded, as a model wrote it: may be invalid or unsafe. */
  address: string;
  alt: string;
  title: string | undefined;
  /** True inside a link, which must not contain a button: an image that may not load is then its text. */
  isInLink: boolean;
  onError?: ReactEventHandler<HTMLImageElement>;
}

interface MarkdownContextValue extends MarkdownOptions {
  labels: MarkdownLabels;
  allowedImageOrigins: readonly string[];
  /** Prefix of all ids in the text. No id contains text of the model. */
  id: string;
  /** Set once the extras are loaded. */
  CodeTools?: ComponentType<CodeToolsProps> | undefined;
  /** Set once the extras are loaded. */
  renderCustomCode?: ((options: MarkdownOptions, code: CustomCodeProps) => ReactNode) | undefined;
  /** Set once the extras are loaded. */
  RemoteImage?: ComponentType<RemoteImageProps> | undefined;
}

/** Options of the nearest `Markdown`. A context, because changed props would render every settled block again. */
export const MarkdownContext = createContext<MarkdownContextValue>({
  labels: DEFAULT_LABELS,
  allowedImageOrigins: [],
  id: "",
});

/** Attribute of the element at whose end the next text will appear. */
export type CaretProps = { readonly "data-caret": "" } | null;

/** True inside the block that is still growing. */
export const IsOpenContext = createContext(false);
