import { about, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.text;
const content = ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"] as const;

/** How text is streamed. */
export const textRules: readonly Rule[] = [
  {
    name: "text/opened-once",
    severity: "error",
    says: "TEXT_MESSAGE_START does not name a message that is open already.",
    explanation: "End the message first, or give the next one an id of its own.",
    page,
    concerns: shows("TEXT_MESSAGE_START"),
    breaches: reported(["already-open"], about("TEXT_MESSAGE_START", "TEXT_MESSAGE_CHUNK")),
  },
  {
    name: "text/content-of-an-open-message",
    severity: "error",
    says: "TEXT_MESSAGE_CONTENT and TEXT_MESSAGE_END name a message that is open.",
    explanation: "Send TEXT_MESSAGE_START with that messageId first; or send TEXT_MESSAGE_CHUNK.",
    page,
    concerns: shows(...content),
    breaches: reported(["not-open"], about(...content)),
  },
  {
    name: "text/ids-of-their-own",
    severity: "warning",
    says: "Every text message has an id that is not empty and names no message of another kind.",
    explanation:
      "Two messages with one id end up in one, or one of them is lost, depending on the client. Make an id for each.",
    page: pages.messages,
    concerns: shows("TEXT_MESSAGE_START"),
    breaches: reported(["id-collision"], about("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT")),
  },
];
