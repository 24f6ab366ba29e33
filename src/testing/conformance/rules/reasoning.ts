import { isRecord } from "../../../protocol/isRecord.ts";
import { about, pages, type Rule, reported, shows } from "../rule.ts";

const page = pages.reasoning;
const span = ["REASONING_START", "REASONING_END"] as const;
const stream = [
  "REASONING_MESSAGE_START",
  "REASONING_MESSAGE_CONTENT",
  "REASONING_MESSAGE_END",
] as const;

/** How reasoning is streamed. */
export const reasoningRules: readonly Rule[] = [
  {
    name: "reasoning/spans-paired",
    severity: "error",
    says: "REASONING_START and REASONING_END come in pairs of one messageId.",
    explanation: "Start each span once, and end it once, under the same id.",
    page,
    concerns: shows(...span),
    breaches: reported(["already-open", "not-open"], about(...span)),
  },
  {
    name: "reasoning/messages-paired",
    severity: "error",
    says: "A reasoning message is started once, and its content and end name it while it is open.",
    explanation:
      "REASONING_START makes no message. Send REASONING_MESSAGE_START before the content, or REASONING_MESSAGE_CHUNK.",
    page,
    concerns: shows(...stream),
    breaches: reported(["already-open", "not-open"], about(...stream)),
  },
  {
    name: "reasoning/role",
    severity: "error",
    says: 'REASONING_MESSAGE_START has the role "reasoning".',
    explanation: 'Before 1.0 it was "assistant"; clients of 1.0 refuse that.',
    page,
    concerns: shows("REASONING_MESSAGE_START"),
    breaches: ({ frames }) =>
      frames.flatMap(({ type, value }, at) =>
        type === "REASONING_MESSAGE_START" && isRecord(value) && value.role === "assistant"
          ? { at, what: 'The role is "assistant".' }
          : [],
      ),
  },
  {
    name: "reasoning/ids-of-their-own",
    severity: "warning",
    says: "Every reasoning message has an id that is not empty and names no message of another kind.",
    explanation:
      "The reference client would append the reasoning to the text of the message that has the id.",
    page,
    concerns: shows("REASONING_MESSAGE_START"),
    breaches: reported(["id-collision"], about(...stream)),
  },
  {
    name: "reasoning/encrypted-value-of-something",
    severity: "warning",
    says: "REASONING_ENCRYPTED_VALUE names a message or a tool call that is in the conversation.",
    explanation:
      "It has to come back with the next request, on that message or call. One that belongs to nothing is lost.",
    page,
    concerns: shows("REASONING_ENCRYPTED_VALUE"),
    // It is known only at the end of the run: until then its message may still come.
    breaches: ({ frames, endIssues }) =>
      [...frames.flatMap(({ issues }) => issues), ...endIssues]
        .filter(({ code }) => code === "orphaned-encrypted-value")
        .map(({ message, subject }) => ({
          at: frames.findIndex(
            ({ value }) =>
              isRecord(value) && value.entityId === subject && "encryptedValue" in value,
          ),
          what: message,
        })),
  },
];
