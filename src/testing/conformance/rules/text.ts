import { createEventCondition, docs, isAboutEvent, type Rule, violationsByIssue } from "../rule.ts";

const docsUrl = docs.text;
const continuationEvents = ["TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"] as const;

/** Rules for text messages. */
export const textRules: readonly Rule[] = [
  {
    name: "text/opened-once",
    severity: "error",
    requirement: "TEXT_MESSAGE_START does not refer to a message that is already open.",
    explanation: "End the message first, or use a new id for the next one.",
    docsUrl,
    appliesTo: createEventCondition("TEXT_MESSAGE_START"),
    findViolations: violationsByIssue(
      ["already-open"],
      isAboutEvent("TEXT_MESSAGE_START", "TEXT_MESSAGE_CHUNK"),
    ),
  },
  {
    name: "text/content-of-an-open-message",
    severity: "error",
    requirement: "TEXT_MESSAGE_CONTENT and TEXT_MESSAGE_END refer to an open message.",
    explanation: "Send TEXT_MESSAGE_START with that messageId first, or use TEXT_MESSAGE_CHUNK.",
    docsUrl,
    appliesTo: createEventCondition(...continuationEvents),
    findViolations: violationsByIssue(["not-open"], isAboutEvent(...continuationEvents)),
  },
  {
    name: "text/unique-ids",
    severity: "warning",
    requirement: "Every text message has a non-empty id that no other kind of message uses.",
    explanation:
      "Depending on the client, two messages with one id are merged, or one is lost. Create a new id for each message.",
    docsUrl: docs.messages,
    appliesTo: createEventCondition("TEXT_MESSAGE_START"),
    findViolations: violationsByIssue(
      ["id-collision"],
      isAboutEvent("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"),
    ),
  },
];
