import { chatStrings, type FirstOfChat } from "./chatStrings.ts";
import { type FirstOfMessages, messageStrings } from "./messageStrings.ts";

/** The words that a chat needs from the start. */
export type FirstStrings = FirstOfChat & FirstOfMessages;

/** @internal In English. */
export const firstStrings: FirstStrings = { ...chatStrings, ...messageStrings };
