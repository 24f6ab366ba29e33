import { createContext } from "react";
import type { Source } from "../sources/source.ts";
import { DEFAULT_LABELS, type MarkdownLabels, type MarkdownOptions } from "./markdownOptions.ts";

/** Number of blocks of a divided table that are shown at first. */
export const MAX_TABLE_BLOCKS = 2;

interface MarkdownContextValue extends MarkdownOptions {
  labels: MarkdownLabels;
  allowedImageOrigins: readonly string[];
  /** Sources that the text cites by their numbers. */
  sources: readonly Source[];
  /** Prefix of all ids in the text. No id contains text of the model. */
  id: string;
  /** Number of blocks of a divided table that are shown. @defaultValue all */
  tableBlocks?: number;
  showTableBlocks?: (count: number) => void;
}

/** Options of the nearest `Markdown`. A context, because changed props would render every settled block again. */
export const MarkdownContext = createContext<MarkdownContextValue>({
  labels: DEFAULT_LABELS,
  allowedImageOrigins: [],
  sources: [],
  id: "",
});

/** Attribute of the element at whose end the next text will appear. */
export type CaretProps = { readonly "data-caret": "" } | null;

/** True inside the block that is still growing. */
export const IsOpenContext = createContext(false);
