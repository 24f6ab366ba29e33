import type { Message, RunAgentInput } from "../../protocol/events.ts";
import type { HttpAgentOptions } from "./httpAgentOptions.ts";
import { redactUrl } from "./resolveUrl.ts";

interface Downgrade {
  /** The input without what the server does not understand. */
  readonly input: RunAgentInput;
  /** Names of the omitted fields, for a warning; empty when nothing was omitted. */
  readonly omitted: readonly string[];
}

/**
 * Removes from an input what a server of an older version does not understand, as the reference client does:
 *
 * - below 1.0, `protocolVersion`;
 * - up to 0.0.57, the attribution of messages to sub-agents too;
 * - up to 0.0.39, `parentRunId` and every content part that is not text, too.
 *
 * The changes in 0.0.45 concern only what such a server sends.
 *
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function downgradeInput(input: RunAgentInput, maxProtocolVersion: string): Downgrade {
  const isAtMost = (version: string) => compareVersions(maxProtocolVersion, version) <= 0;
  if (!isPre1(maxProtocolVersion)) return { input, omitted: [] };

  const { protocolVersion: _, ...rest } = input;
  let downgraded: RunAgentInput = rest;
  const omitted = new Set<string>();
  if (isAtMost("0.0.57")) {
    downgraded = {
      ...downgraded,
      messages: downgraded.messages.map((message) => withoutSubagent(message, omitted)),
    };
  }
  if (isAtMost("0.0.39")) {
    const { parentRunId, ...older } = downgraded;
    if (parentRunId !== undefined) omitted.add("parentRunId");
    downgraded = {
      ...older,
      messages: older.messages.map((message) => withTextContent(message, omitted)),
    };
  }
  return { input: downgraded, omitted: [...omitted] };
}

/** Agents that have already printed the warning. */
const warned = new WeakSet<HttpAgentOptions>();

/** Returns the input for an agent's server, and warns once about omitted fields. */
export function downgradeForServer(options: HttpAgentOptions, input: RunAgentInput): RunAgentInput {
  const { url, maxProtocolVersion } = options;
  if (!isPre1(maxProtocolVersion)) return input;
  const { input: older, omitted } = downgradeInput(input, maxProtocolVersion);
  if (omitted.length > 0 && !warned.has(options)) {
    warned.add(options);
    console.warn(
      `agui-kit: ${redactUrl(url)} is not sent ${omitted.join(", ")}: its \`maxProtocolVersion\` is ${maxProtocolVersion}. Raise it when the server is updated.`,
    );
  }
  return older;
}

/** Returns true for a version before AG-UI 1.0. */
export function isPre1(maxProtocolVersion: unknown): maxProtocolVersion is string {
  return typeof maxProtocolVersion === "string" && maxProtocolVersion.startsWith("0");
}

function withoutSubagent(message: Message, omitted: Set<string>): Message {
  if (!("subagentRunId" in message)) return message;
  omitted.add("the subagentRunId of messages");
  const { subagentRunId: _, ...rest } = message;
  return rest;
}

/** Returns a message whose content is text. Adds the names of other parts to `omitted`. */
function withTextContent(message: Message, omitted: Set<string>): Message {
  const content: unknown = message.content;
  const text =
    content === undefined ? "" : Array.isArray(content) ? flattenParts(content, omitted) : content;
  // Every role that may have parts, or no content, accepts text.
  return text === content ? message : ({ ...message, content: text } as Message);
}

/** Returns the text of content parts, or the parts unchanged when one is malformed. */
function flattenParts(parts: readonly unknown[], omitted: Set<string>): unknown {
  const texts: string[] = [];
  const dropped: string[] = [];
  for (const part of parts) {
    const { type = typeof part, text }: { type?: unknown; text?: unknown } = part ?? {};
    if (type !== "text") dropped.push(`${type} parts of messages`);
    else if (typeof text === "string") texts.push(text);
    // A downgrade must not repair a malformed part: the server reports it.
    else return parts;
  }
  for (const type of dropped) omitted.add(type);
  return texts.join("");
}

/** Returns a negative number when the version is older than the other one, and 0 when both are equal. */
function compareVersions(version: string, other: string): number {
  const numbers = version.split(".").map(Number);
  const otherNumbers = other.split(".").map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = (numbers[i] ?? 0) - (otherNumbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
