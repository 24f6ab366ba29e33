import { canonicalEvents, type EventInput, type Snapshot } from "../../../../src/core.ts";
import { messages, user } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

export type Fields = Readonly<Record<string, unknown>>;

export const chunk = (type: string, fields: Fields): EventInput =>
  // Chunks may lack each of their fields.
  ({ type: `${type}_CHUNK`, ...fields }) as EventInput;
export const textChunk = (delta: string, messageId?: string) =>
  chunk("TEXT_MESSAGE", { delta, ...(messageId && { messageId }) });
export const callChunk = (fields: Fields) => chunk("TOOL_CALL", fields);

/** Plays the events that a server sends, and returns the snapshot after them. */
export async function play(...events: readonly EventInput[]): Promise<Snapshot> {
  async function* source() {
    yield* structuredClone(events);
  }
  let snapshot = thread({ messages: [user("u")] });
  for await (const batch of canonicalEvents(source())) snapshot = reduce(snapshot, ...batch);
  return snapshot;
}

/** Returns the texts of the agent, and the arguments of its calls. */
export const contentsOf = ({ messages: list }: Pick<Snapshot, "messages">) =>
  list.flatMap((message) => {
    if (message.role === "user") return [];
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [
      ...(message.content ? [message.content] : []),
      ...calls.map((made) => `${made.function.name} ${made.function.arguments}`),
    ];
  });

/** A snapshot of the conversation before the run. */
export const before = messages([user("u")]);
