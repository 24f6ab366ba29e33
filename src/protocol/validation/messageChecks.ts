import { upgradeBinaryParts } from "../legacy/binaryParts.ts";
import {
  array,
  type Check,
  json,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
} from "./check.ts";

// `variant` has already checked the discriminating field, so these checks repeat no literal.
const source = variant("type", {
  data: object({ type: string, value: string, mimeType: string }, {}),
  url: object({ type: string, value: string }, { mimeType: string }),
  file: object({ type: string, value: string }, { provider: string, mimeType: string }),
});

const media = object({ type: string, source }, { id: string, metadata: json });

const parts = array(
  variant("type", {
    text: object({ type: string, text: string }, { id: string, metadata: json }),
    image: media,
    audio: media,
    video: media,
    document: media,
  }),
);

/** Content of a user or tool message: text, or parts in the 1.0 or the older form. */
export const content: Check = (value, findings) =>
  typeof value === "string"
    ? value
    : parts(Array.isArray(value) ? upgradeBinaryParts(value) : value, findings);

const toolCall = object(
  {
    id: string,
    type: oneOf("function"),
    function: object({ name: string, arguments: string }, {}),
  },
  { encryptedValue: string, metadata: record },
);

const required = { id: string, role: string };
const shared = { subagentRunId: string, metadata: record };
const encrypted = { ...shared, encryptedValue: string };
const named = { ...encrypted, name: string };
const instruction = object({ ...required, content: string }, named);

/**
 * A message of any of the seven roles. Unknown fields are removed, because they must not be sent.
 */
export const message = variant("role", {
  developer: instruction,
  system: instruction,
  assistant: object(required, { ...named, content: nullable(string), toolCalls: array(toolCall) }),
  user: object({ ...required, content }, named),
  tool: object({ ...required, content, toolCallId: string }, { ...encrypted, error: string }),
  activity: object({ ...required, activityType: string, content: record }, shared),
  reasoning: object({ ...required, content: string }, encrypted),
});
