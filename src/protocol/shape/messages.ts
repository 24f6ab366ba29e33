import { upgradeBinaryParts } from "../legacy/binaryParts.ts";
import {
  type Check,
  either,
  json,
  list,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
} from "./check.ts";

const literal = (value: string) => oneOf(value);

const source = variant("type", {
  data: object({ type: literal("data"), value: string, mimeType: string }, {}),
  url: object({ type: literal("url"), value: string }, { mimeType: string }),
  file: object({ type: literal("file"), value: string }, { provider: string, mimeType: string }),
});

const mediaPart = (type: string) =>
  object({ type: literal(type), source }, { id: string, metadata: json });

const parts = list(
  variant("type", {
    text: object({ type: literal("text"), text: string }, { id: string, metadata: json }),
    image: mediaPart("image"),
    audio: mediaPart("audio"),
    video: mediaPart("video"),
    document: mediaPart("document"),
  }),
);

/** The body of a user or tool message: text, or parts in their 1.0 or their older form. */
export const content: Check = either(string, (value, findings) =>
  parts(Array.isArray(value) ? upgradeBinaryParts(value) : value, findings),
);

const toolCall = object(
  {
    id: string,
    type: literal("function"),
    function: object({ name: string, arguments: string }, {}),
  },
  { encryptedValue: string, metadata: record },
);

const shared = { subagentRunId: string, metadata: record };
const named = { ...shared, encryptedValue: string, name: string };

/** One message of any of the seven roles; unknown fields are taken out, they must not be sent on. */
export const message = variant("role", {
  developer: object({ id: string, role: literal("developer"), content: string }, named),
  system: object({ id: string, role: literal("system"), content: string }, named),
  assistant: object(
    { id: string, role: literal("assistant") },
    { ...named, content: nullable(string), toolCalls: list(toolCall) },
  ),
  user: object({ id: string, role: literal("user"), content }, named),
  tool: object(
    { id: string, role: literal("tool"), content, toolCallId: string },
    { ...shared, encryptedValue: string, error: string },
  ),
  activity: object(
    { id: string, role: literal("activity"), activityType: string, content: record },
    shared,
  ),
  reasoning: object(
    { id: string, role: literal("reasoning"), content: string },
    { ...shared, encryptedValue: string },
  ),
});

/** A conversation. A message that cannot be read is left out, the others are kept. */
export const messages = list(message);
