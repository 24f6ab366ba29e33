import { type ChatStrings, chatStrings } from "./chatStrings.ts";
import { type MessageStrings, messageStrings } from "./messageStrings.ts";

/** The words that a chat needs from the start. */
export interface FirstStrings extends ChatStrings, MessageStrings {}

/** @internal In English. */
export const firstStrings: FirstStrings = { ...chatStrings, ...messageStrings };
