import type { ContentPart, Message } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { containMarkdown } from "./containMarkdown.ts";

/** Options of {@link exportMarkdown}. */
export interface ExportMarkdownOptions {
  /** Heading above the conversation. */
  readonly title?: string | undefined;
  /** Names of the authors in headings. A message's own `name` follows in parentheses. */
  readonly authors?: ExportAuthors | undefined;
  /** Includes tool calls with their arguments and results. @defaultValue false */
  readonly toolCalls?: boolean | undefined;
}

/** Names of the authors of an exported conversation. */
export interface ExportAuthors {
  /** Name of the user. @defaultValue `"You"` */
  readonly user?: string;
  /** Name of the agent. @defaultValue `"Assistant"` */
  readonly assistant?: string;
}

/** A thread or a snapshot. */
type ExportedConversation =
  | { readonly messages: readonly Message[] }
  | { getSnapshot(): { readonly messages: readonly Message[] } };

/**
 * Writes a conversation as Markdown, with a heading per author. Consecutive assistant messages
 * share one heading. Files are named, and images with a URL are linked. Reasoning, activities and
 * messages of sub-agents are left out.
 *
 * A message with headings of the same levels, or an unclosed code block or formula, is quoted. HTML outside of code is
 * written as text. A message cannot look like several, or hide others, then.
 *
 * @example Save a conversation
 * ```ts
 * await writeFile("trip.md", exportMarkdown(thread, { title: "A weekend in Lisbon" }));
 * ```
 * @param conversation - A thread, whose active branch is written, or a snapshot.
 * @returns Markdown text that ends with a newline.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function exportMarkdown(
  conversation: ExportedConversation,
  {
    title,
    authors: { user = "You", assistant = "Assistant" } = {},
    toolCalls = false,
  }: ExportMarkdownOptions = {},
): string {
  const { messages } = "getSnapshot" in conversation ? conversation.getSnapshot() : conversation;
  const results = new Map<string, Message>();
  for (const message of messages)
    if (message.role === "tool") results.set(message.toolCallId, message);
  const blocks: string[] = title === undefined ? [] : [`# ${singleLine(title)}`];
  let author: string | undefined;
  for (const message of messages) {
    if (message.subagentRunId) continue;
    const texts = messageTexts(message, toolCalls ? results : undefined);
    if (texts.length === 0) continue;
    const name = authorOf(message, { user, assistant });
    // Two user messages in a row get a heading each; a reply in several messages gets one.
    if (message.role === "user" || name !== author) blocks.push(`## ${singleLine(name)}`);
    author = name;
    blocks.push(...texts);
  }
  return `${blocks.join("\n\n")}\n`;
}

/** Returns the text in the heading of a message. The author comes first, whatever name an agent gives itself. */
function authorOf(message: Message, { user, assistant }: Required<ExportAuthors>): string {
  const author = message.role === "user" ? user : assistant;
  const name = "name" in message ? message.name : undefined;
  return name === undefined || name === author ? author : `${author} (${name})`;
}

function messageTexts(
  message: Message,
  results: ReadonlyMap<string, Message> | undefined,
): readonly string[] {
  if (message.role === "user") {
    const { content } = message;
    const parts =
      typeof content === "string" ? [{ type: "text", text: content } as const] : content;
    return parts.map(partText).filter(Boolean);
  }
  if (message.role !== "assistant") return [];
  const calls = results ? (message.toolCalls ?? []) : [];
  return [
    containMarkdown(message.content ?? ""),
    ...calls.map(({ id, function: { name, arguments: args } }) => {
      const result = results?.get(id);
      return [
        `**\`${name.replaceAll("`", "'").replace(/\s+/g, " ").trim()}\`**`,
        codeBlock(args),
        result && resultText(result),
      ]
        .filter(Boolean)
        .join("\n\n");
    }),
  ].filter(Boolean);
}

function partText(part: ContentPart): string {
  if (part.type === "text") return containMarkdown(part.text);
  const { type, source, metadata } = part;
  const { name: title, filename } = isRecord(metadata) ? metadata : {};
  const customName = filename ?? title;
  const name = singleLine((typeof customName === "string" && customName) || type);
  if (source.type !== "url") return `[${name}]`;
  // A URL in angle brackets may contain parentheses, but not angle brackets or spaces.
  const address = `<${source.value.replace(/[<>\s]/g, encodeURIComponent)}>`;
  return `${type === "image" ? "!" : ""}[${name}](${address})`;
}

function resultText(message: Message): string {
  if (message.role !== "tool") return "";
  const { content, error } = message;
  if (error) return `> ${singleLine(error)}`;
  const parts = typeof content === "string" ? [codeBlock(content)] : content.map(partText);
  return parts.filter(Boolean).join("\n\n");
}

/** Returns a code block whose fence is longer than any fence in the text. */
function codeBlock(text: string): string {
  if (text.trim() === "") return "";
  // In alphabetical order, the longest is the last one.
  const longest = text.match(/`{3,}/g)?.sort().at(-1) ?? "``";
  const fence = `${longest}\``;
  return `${fence}\n${text}\n${fence}`;
}

/** Returns the text on one line, with markup and entities escaped so that the text is read as it is written. */
function singleLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_~[\]<&]/g, "\\$&")
    .trim();
}
