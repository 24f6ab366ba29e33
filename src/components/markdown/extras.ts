import { formulaGrammar } from "./formulas/formulaGrammar.ts";
import type { CreateTokenizer } from "./lexer/BoundedTokenizer.ts";
import { KitTokenizer } from "./lexer/KitTokenizer.ts";

// Entry of the lazy chunk with the Markdown extras. Only `useExtras` imports this file.
// The extras share one chunk, because a text with a footnote or a formula needs the tokenizer and the components
// together. Code blocks are common enough to load with them.
export { CodeTools } from "./code/CodeTools.tsx";
export { renderCustomCode } from "./code/renderCustomCode.tsx";
export { collectFootnotes } from "./footnotes/collectFootnotes.ts";
export { FootnoteList } from "./footnotes/FootnoteList.tsx";
export { RemoteImage } from "./RemoteImage.tsx";

/** Creates the tokenizer for a text in which dollar signs are text: reads footnotes. */
export const createFootnoteTokenizer: CreateTokenizer = (isStreaming) =>
  new KitTokenizer(undefined, isStreaming);

/** Creates the tokenizer for an application with a `math` component: reads footnotes and formulas. */
export const createFormulaTokenizer: CreateTokenizer = (isStreaming) =>
  new KitTokenizer(formulaGrammar, isStreaming);
