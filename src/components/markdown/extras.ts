import { formulaGrammar } from "./formulas/formulaGrammar.ts";
import { KitTokenizer } from "./lexer/KitTokenizer.ts";

// The entry of the lazy chunk that `useExtras` loads.
export { CodeTools } from "./code/CodeTools.tsx";
export { renderCustomCode } from "./code/renderCustomCode.tsx";
export { collectFootnotes } from "./footnotes/collectFootnotes.ts";
export { FootnoteList } from "./footnotes/FootnoteList.tsx";
export { RemoteImage } from "./RemoteImage.tsx";

export const createFootnoteTokenizer = (isStreaming: boolean) =>
  new KitTokenizer(undefined, isStreaming);
export const createFormulaTokenizer = (isStreaming: boolean) =>
  new KitTokenizer(formulaGrammar, isStreaming);
