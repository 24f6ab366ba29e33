import { isRecord } from "../../../protocol/isRecord.ts";
import { createEventCondition, docs, isAboutEvent, type Rule, violationsByIssue } from "../rule.ts";

const docsUrl = docs.reasoning;
const spanEvents = ["REASONING_START", "REASONING_END"] as const;
const messageEvents = [
  "REASONING_MESSAGE_START",
  "REASONING_MESSAGE_CONTENT",
  "REASONING_MESSAGE_END",
] as const;

/** Rules for reasoning. */
export const reasoningRules: readonly Rule[] = [
  {
    name: "reasoning/spans-paired",
    severity: "error",
    requirement: "REASONING_START and REASONING_END come in pairs with one messageId.",
    explanation: "Start each span once, and end it once with the same id.",
    docsUrl,
    appliesTo: createEventCondition(...spanEvents),
    findViolations: violationsByIssue(["already-open", "not-open"], isAboutEvent(...spanEvents)),
  },
  {
    name: "reasoning/messages-paired",
    severity: "error",
    requirement:
      "A reasoning message is started once, and its content and end come while it is open.",
    explanation:
      "REASONING_START does not create a message. Send REASONING_MESSAGE_START before the content, or use REASONING_MESSAGE_CHUNK.",
    docsUrl,
    appliesTo: createEventCondition(...messageEvents),
    findViolations: violationsByIssue(["already-open", "not-open"], isAboutEvent(...messageEvents)),
  },
  {
    name: "reasoning/role",
    severity: "error",
    requirement: 'REASONING_MESSAGE_START has the role "reasoning".',
    explanation: 'Before 1.0 the role was "assistant"; clients of 1.0 reject that.',
    docsUrl,
    appliesTo: createEventCondition("REASONING_MESSAGE_START"),
    findViolations: ({ frames }) =>
      frames.flatMap(({ type, value }, index) =>
        type === "REASONING_MESSAGE_START" && isRecord(value) && value.role === "assistant"
          ? { index, message: 'The role is "assistant".' }
          : [],
      ),
  },
  {
    name: "reasoning/unique-ids",
    severity: "warning",
    requirement: "Every reasoning message has a non-empty id that no other kind of message uses.",
    explanation:
      "The reference client would append the reasoning to the text of the message with the same id.",
    docsUrl,
    appliesTo: createEventCondition("REASONING_MESSAGE_START"),
    findViolations: violationsByIssue(["id-collision"], isAboutEvent(...messageEvents)),
  },
  {
    name: "reasoning/encrypted-value-has-subject",
    severity: "warning",
    requirement:
      "REASONING_ENCRYPTED_VALUE refers to a message or a tool call in the conversation.",
    explanation:
      "The value must return with the next request, on that message or call. A value without one is lost.",
    docsUrl,
    appliesTo: createEventCondition("REASONING_ENCRYPTED_VALUE"),
    // Reported at the end of the run, because the message may follow the value.
    findViolations: ({ frames, endIssues }) =>
      [...frames.flatMap(({ issues }) => issues), ...endIssues]
        .filter(({ code }) => code === "orphaned-encrypted-value")
        .map(({ message, subject }) => ({
          index: frames.findIndex(
            ({ value }) =>
              isRecord(value) && value.entityId === subject && "encryptedValue" in value,
          ),
          message,
        })),
  },
];
