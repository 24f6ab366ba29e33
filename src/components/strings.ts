import { type ChatStrings, chatStrings } from "./strings/chatStrings.ts";
import { type FormStrings, formStrings } from "./strings/formStrings.ts";
import { type InterruptStrings, interruptStrings } from "./strings/interruptStrings.ts";
import { type MessageStrings, messageStrings } from "./strings/messageStrings.ts";

/**
 * Every word a person reads or hears in these components. Whoever adds a component adds its words
 * to one of the families; a language is one object of this type.
 */
export interface Strings extends ChatStrings, MessageStrings {
  /** A form made from a JSON Schema. */
  readonly form: FormStrings;
  /** What the agent asks a person, with what it takes to answer. */
  readonly interrupt: InterruptStrings;
}

/** The built-in words, in English. */
export const englishStrings: Strings = {
  ...chatStrings,
  ...messageStrings,
  form: formStrings,
  interrupt: interruptStrings,
};
