import { formulas } from "./formula.ts";
import { KitTokenizer } from "./KitTokenizer.ts";

/* What `useExtras` loads, in one piece. */
export { CodeTools } from "./CodeTools.tsx";
export { NoteList } from "./FootnoteList.tsx";
export { collectFootnotes } from "./footnotes.ts";
export { RemoteImage } from "./RemoteImage.tsx";
export { drawCode } from "./renderCode.tsx";

export const noteGrammar = (isStreaming: boolean) => new KitTokenizer(undefined, isStreaming);
export const formulaGrammar = (isStreaming: boolean) => new KitTokenizer(formulas, isStreaming);
