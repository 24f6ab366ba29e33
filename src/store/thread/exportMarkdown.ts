import type { ContentPart, Message } from "../../protocol/events.ts";

/** The options of {@link exportMarkdown}. */
export interface ExportMarkdownOptions {
  /** A heading above the conversation. */
  readonly title?: string | undefined;
  /** What the two sides are called. @defaultValue `You` and `Assistant` */
  readonly authors?: { readonly user?: string; readonly assistant?: string } | undefined;
  /** Whether tool calls are told, with what they were given and what came of them. @defaultValue false */
  readonly toolCalls?: boolean | undefined;
}

/** A thread, or what one holds. */
type Conversation =
  | { readonly messages: readonly Message[] }
  | { getSnapshot(): { readonly messages: readonly Message[] } };

/**
 * Writes a conversation as Markdown: what the person and the agent have said, each under a heading with
 * their name. An answer in several messages has one heading. Of files it says what they are; an image on
 * the web is linked. Thoughts, activities and what sub-agents said are left out.
 *
 * @example A file to keep
 * ```ts
 * await writeFile("trip.md", exportMarkdown(thread, { title: "A weekend in Lisbon" }));
 * ```
 * @param conversation - A thread, whose branch that is shown counts; or a snapshot.
 * @see https://docs.ag-ui.com/concepts/messages
 */
export function exportMarkdown(
  conversation: Conversation,
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
  const blocks: string[] = title === undefined ? [] : [`# ${inLine(title)}`];
  let author: string | undefined;
  for (const message of messages) {
    if (message.subagentRunId) continue;
    const said = saidIn(message, toolCalls ? results : undefined);
    if (said.length === 0) continue;
    const given = "name" in message ? message.name : undefined;
    const name = given ?? (message.role === "user" ? user : assistant);
    // What is said twice in a row by one person are two turns; an answer goes on.
    if (message.role === "user" || name !== author) blocks.push(`## ${inLine(name)}`);
    author = name;
    blocks.push(...said);
  }
  return `${blocks.join("\n\n")}\n`;
}

function saidIn(
  message: Message,
  results: ReadonlyMap<string, Message> | undefined,
): readonly string[] {
  if (message.role === "user") {
    const { content } = message;
    const parts =
      typeof content === "string" ? [{ type: "text", text: content } as const] : content;
    return parts.map(resolveComponent).filter(Boolean);
  }
  if (message.role !== "assistant") return [];
  const calls = results ? (message.toolCalls ?? []) : [];
  return [
    message.content ?? "",
    ...calls.map(({ id, function: { name, arguments: args } }) => {
      const result = results?.get(id);
      return [`**\`${name}\`**`, fenced(args), result && resultOf(result)]
        .filter(Boolean)
        .join("\n\n");
    }),
  ].filter(Boolean);
}

function resolveComponent(part: ContentPart): string {
  if (part.type === "text") return part.text;
  const { type, source, metadata } = part;
  const given =
    typeof metadata === "object" && metadata !== null
      ? (Reflect.get(metadata, "filename") ?? Reflect.get(metadata, "name"))
      : undefined;
  const name = inLine(typeof given === "string" && given !== "" ? given : type);
  if (source.type !== "url") return `[${name}]`;
  // Angle brackets take what an address may hold, but for their own kind.
  const address = `<${source.value.replace(/[<>\s]/g, encodeURIComponent)}>`;
  return `${type === "image" ? "!" : ""}[${name}](${address})`;
}

function resultOf(message: Message): string {
  if (message.role !== "tool") return "";
  const { content, error } = message;
  if (error) return `> ${inLine(error)}`;
  const parts = typeof content === "string" ? [fenced(content)] : content.map(resolveComponent);
  return parts.filter(Boolean).join("\n\n");
}

/** In a fence that is longer than any in the text. */
function fenced(text: string): string {
  if (text.trim() === "") return "";
  const ticks = [...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length);
  const fence = "`".repeat(Math.max(2, ...ticks) + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** On one line, without what would end a name or a link. */
function inLine(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[[\]]/g, "\\$&").trim();
}
