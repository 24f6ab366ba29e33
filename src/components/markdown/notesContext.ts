import { createContext } from "react";
import type { Block } from "./blocks.ts";

/** A text with footnotes, and what its ids begin with: nothing in an id is of the text. */
export interface NotesText {
  id: string;
  blocks: readonly Block[];
  isStreaming: boolean;
}

export const NotesContext = createContext<NotesText>({ id: "", blocks: [], isStreaming: false });
