import { createContext } from "react";
import type { NoteRefToken } from "./tokens.ts";

/** A reference to a footnote, as it is shown. */
export interface NoteView {
  number: number;
  /** Counts the references to the same footnote, from 1. */
  time: number;
  /** Whether what it says is there already. */
  isDefined: boolean;
}

export type NoteViews = ReadonlyMap<NoteRefToken, NoteView>;

export const NO_NOTES: NoteViews = new Map();

/** The references in one block: another object only when one of them has changed. */
export const NotesContext = createContext(NO_NOTES);
