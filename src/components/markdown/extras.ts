import { formulas } from "./formula.ts";
import { KitTokenizer } from "./KitTokenizer.ts";

/* What `useExtras` loads, in one piece. */
export { FullCode } from "./FullCode.tsx";
export { NoteList } from "./NoteList.tsx";
export { RemoteImage } from "./RemoteImage.tsx";

export const noteGrammar = () => new KitTokenizer(undefined);
export const formulaGrammar = () => new KitTokenizer(formulas);
