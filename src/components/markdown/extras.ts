import { formulas } from "./formula.ts";
import { KitTokenizer } from "./KitTokenizer.ts";

/* What `useExtras` loads, in one piece. */
export { CodeTools } from "./CodeTools.tsx";
export { drawCode } from "./drawCode.tsx";
export { NoteList } from "./NoteList.tsx";
export { collectFootnotes } from "./notes.ts";
export { RemoteImage } from "./RemoteImage.tsx";

export const noteGrammar = (isStreaming: boolean) => new KitTokenizer(undefined, isStreaming);
export const formulaGrammar = (isStreaming: boolean) => new KitTokenizer(formulas, isStreaming);
